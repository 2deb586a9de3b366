import type { IssueId, ProjectId } from "#server/domain/ids.ts";
import { byDialect, isAnyOf, type Sql, sql } from "#server/storage/sql.ts";

/** Rows of an issue. SQLite has them by issue only; PostgreSQL distributes them by project. */
export const ofIssue = (projectId: ProjectId, issueId: IssueId): Sql =>
  byDialect(sql`issue_id = ${issueId}`, sql`project_id = ${projectId} AND issue_id = ${issueId}`);

/** The same for several issues. */
export const ofIssues = (projectId: ProjectId, issueIds: IssueId[]): Sql => {
  const ofThese = isAnyOf(sql`issue_id`, issueIds);
  return byDialect(ofThese, sql`project_id = ${projectId} AND ${ofThese}`);
};
