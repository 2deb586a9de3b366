import type { IssueRelation } from "#server/domain/release/issue-relation.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import type { Query } from "#server/storage/database.ts";
import {
  issuesFrom,
  selectIssue,
  type StoredIssueRow,
} from "#server/storage/issues/stored-issues.ts";
import { type Sql, sql } from "#server/storage/sql.ts";
import { isStillResolved } from "./release-health.ts";
import type { ReleasePlace, ReleaseStore } from "./release-store.ts";

export const releaseIssues = (query: Query): Pick<ReleaseStore, "issues"> => ({
  issues: (projectId, place, relation, limit) =>
    issuesFrom(
      query,
      projectId,
      query<StoredIssueRow>(sql`${selectIssue} WHERE i.project_id = ${projectId} AND ${conditions[relation](projectId, place)}
        ORDER BY i.last_seen DESC, i.id DESC LIMIT ${limit}`),
    ),
});

type Condition = (projectId: ProjectId, place: ReleasePlace) => Sql;

const conditions: { readonly [relation in IssueRelation]: Condition } = {
  fresh: (_, { version }) => sql`i.first_release = ${version}`,
  regressed: (projectId, { version }) => sql`i.id IN (SELECT issue_id FROM release_issues
    WHERE project_id = ${projectId} AND version = ${version} AND relation = 'regressed')`,
  resolved: (projectId, { version, previous = null }) => sql`i.id IN (
    SELECT i.id FROM release_issues r JOIN issues i ON i.project_id = ${projectId} AND i.id = r.issue_id
    WHERE r.project_id = ${projectId} AND (r.version = ${version} AND r.relation = 'resolved'
      OR r.version = ${previous} AND r.relation = 'resolved-after') AND ${isStillResolved})`,
};
