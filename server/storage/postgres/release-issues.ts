import type { IssueRelation } from "#server/domain/release/issue-relation.ts";
import type { ReleaseStore } from "#server/storage/releases/release-store.ts";
import type { Query } from "./database.ts";
import { issuesFrom, selectIssue, type StoredIssueRow } from "./issue-row.ts";
import { isStillResolved } from "#server/storage/releases/release-health.ts";
import { render } from "#server/storage/sql.ts";

const regressed = `SELECT issue_id FROM release_issues
  WHERE project_id = $1 AND version = $2 AND relation = 'regressed'`;
const stillResolved = `SELECT i.id FROM release_issues r JOIN issues i ON i.project_id = $1 AND i.id = r.issue_id
  WHERE r.project_id = $1 AND (r.version = $2 AND r.relation = 'resolved'
    OR r.version = $4::text AND r.relation = 'resolved-after') AND ${render(isStillResolved, "postgres").text}`;
const select = (condition: string) =>
  `${selectIssue} WHERE i.project_id = $1 AND ${condition} ORDER BY i.last_seen DESC, i.id DESC LIMIT $3`;

const statements: { readonly [relation in IssueRelation]: string } = {
  fresh: select("i.first_release = $2"),
  regressed: select(`i.id IN (${regressed})`),
  resolved: select(`i.id IN (${stillResolved})`),
};

export function releaseIssues(query: Query): Pick<ReleaseStore, "issues"> {
  return {
    issues(projectId, { version, previous = null }, relation, limit) {
      const place = relation === "resolved" ? [previous] : [];
      const rows = query<StoredIssueRow>(statements[relation], projectId, version, limit, ...place);
      return issuesFrom(query, projectId, rows);
    },
  };
}
