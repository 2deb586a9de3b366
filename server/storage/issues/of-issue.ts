import type { IssueId, ProjectId } from "#server/domain/ids.ts";
import { inPostgres } from "#server/storage/column-types.ts";
import { byDialect, isAnyOf, raw, type Sql, sql } from "#server/storage/sql.ts";

/** Rows of an issue. SQLite has them by issue only; PostgreSQL distributes them by project. */
export const ofIssue = (projectId: ProjectId, issueId: IssueId): Sql =>
  byDialect(sql`issue_id = ${issueId}`, sql`project_id = ${projectId} AND issue_id = ${issueId}`);

/** The same for several issues. */
export const ofIssues = (projectId: ProjectId, issueIds: IssueId[]): Sql => {
  const ofThese = isAnyOf(sql`issue_id`, issueIds);
  return byDialect(ofThese, sql`project_id = ${projectId} AND ${ofThese}`);
};

/** A column that only PostgreSQL has in such rows, and its value, before the shared ones. */
export const projectColumn: Sql = inPostgres("project_id, ");
export const projectValue = (projectId: ProjectId): Sql =>
  byDialect(raw(""), sql`${projectId}::bigint, `);
