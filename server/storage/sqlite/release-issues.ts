import type { DatabaseSync } from "node:sqlite";
import type { ReleaseStore } from "#server/storage/releases/release-store.ts";
import { type IssueRow, issueOf } from "#server/storage/layout/issue-row.ts";
import { selectIssue } from "./issue-row.ts";
import { isStillResolved } from "#server/storage/releases/release-health.ts";
import { render } from "#server/storage/sql.ts";
import { prepare } from "./statement.ts";

const stillResolved = `SELECT i.id FROM release_issues r JOIN issues i ON i.id = r.issue_id WHERE r.project_id = ?1
  AND (r.version = ?2 AND r.relation = 'resolved' OR r.version = ?4 AND r.relation = 'resolved-after') AND ${render(isStillResolved, "sqlite").text}`;

const conditions = {
  fresh: "i.first_release = ?2",
  regressed: `i.id IN (SELECT issue_id FROM release_issues WHERE project_id = ?1 AND version = ?2 AND relation = 'regressed')`,
  resolved: `i.id IN (${stillResolved})`,
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
    async issues(projectId, { version, previous = null }, relation, limit) {
      const place = relation === "resolved" ? [previous] : [];
      return lists[relation].all(projectId, version, limit, ...place).map(issueOf);
    },
  };
}
