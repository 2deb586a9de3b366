import type { IssueRelation } from "#server/domain/release/issue-relation.ts";
import type { ReleaseStore } from "#server/storage/release-store.ts";
import type { Query } from "./database.ts";
import { issuesFrom, selectIssue, type StoredIssueRow } from "./issue-row.ts";
import { releaseBefore } from "./release-health.ts";

const related = "SELECT issue_id FROM release_issues WHERE project_id = $1 AND version = $2 AND relation";
const resolvedForNext = `SELECT n.issue_id FROM releases r CROSS JOIN LATERAL (${releaseBefore}) before
    JOIN release_issues n ON n.project_id = $1 AND n.version = before.version AND n.relation = 'resolved-after'
  WHERE r.project_id = $1 AND r.version = $2`;
const select = (condition: string) =>
  `${selectIssue} WHERE i.project_id = $1 AND ${condition} ORDER BY i.last_seen DESC, i.id DESC LIMIT $3`;

const statements: { readonly [relation in IssueRelation]: string } = {
  fresh: select("i.first_release = $2"),
  regressed: select(`i.id IN (${related} = 'regressed')`),
  resolved: select(`i.id IN (${related} = 'resolved' UNION ${resolvedForNext})`),
};

export function releaseIssues(query: Query): Pick<ReleaseStore, "issues"> {
  return {
    issues: (projectId, version, relation, limit) =>
      issuesFrom(query, projectId, query<StoredIssueRow>(statements[relation], projectId, version, limit)),
  };
}
