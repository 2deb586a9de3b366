import type { DatabaseSync } from "node:sqlite";
import type { ReleaseStore } from "#server/storage/release-store.ts";
import { type IssueRow, issueOf } from "#server/storage/layout/issue-row.ts";
import { selectIssue } from "./issue-row.ts";
import { prepare } from "./statement.ts";

const related = `SELECT issue_id FROM release_issues WHERE project_id = ?1 AND version = ?2 AND relation`;
// As in release-health.ts: what was resolved for the release after the one before this one.
const resolvedForNext = `SELECT n.issue_id FROM releases r JOIN release_issues n ON n.project_id = ?1
  AND n.relation = 'resolved-after' AND n.version = (
    SELECT version FROM releases WHERE project_id = ?1 AND (first_seen, version) < (r.first_seen, r.version)
    ORDER BY first_seen DESC, version DESC LIMIT 1)
  WHERE r.project_id = ?1 AND r.version = ?2`;

const conditions = {
  fresh: "i.first_release = ?2",
  regressed: `i.id IN (${related} = 'regressed')`,
  resolved: `i.id IN (${related} = 'resolved' UNION ${resolvedForNext})`,
};

export function releaseIssues(reader: DatabaseSync): Pick<ReleaseStore, "issues"> {
  const select = (condition: string) =>
    prepare<IssueRow>(
      reader,
      `${selectIssue} WHERE i.project_id = ?1 AND ${condition} ORDER BY i.last_seen DESC, i.id DESC LIMIT ?3`,
    );
  const lists = {
    fresh: select(conditions.fresh),
    regressed: select(conditions.regressed),
    resolved: select(conditions.resolved),
  };
  return {
    issues: async (projectId, version, relation, limit) => lists[relation].all(projectId, version, limit).map(issueOf),
  };
}
