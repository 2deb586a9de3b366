import type { ProjectId } from "#server/domain/ids.ts";
import type { Query } from "./database.ts";

const rowsPerSlice = 2_000;

/**
 * Every table that has rows of projects, but for the days' (empty-day.ts) and the audit log: who did what stays known. What
 * issues, releases and rules take along by foreign keys is here too, and the row that `holding` holds is the last to go.
 * `tests/storage/postgres-tables.test.ts` holds the list complete.
 */
export const projectTables = [
  ...["keys", "memberships", "invitations", "notice_reach", "saved_searches", "shares", "ownership"],
  ...["alert_rules", "deliveries", "messages", "notices", "check_ins", "monitor_incidents", "monitors"],
  ...["bulk_acts", "issue_deletions", "event_moves", "merged_issues", "discarded_fingerprints"],
  ...["activities", "comments", "subscriptions", "feedback", "fingerprints"],
  ...["issue_environments", "issue_hours", "issue_days", "issue_tag_keys", "issue_tags", "issue_users"],
  ...["issue_words", "issue_counts", "issue_numbers", "late_arrivals", "issues", "tag_terms"],
  ...[
    "release_commits",
    "release_hours",
    "release_issues",
    "release_sightings",
    "release_users",
    "sessions_heard",
    "deploys",
    "releases",
  ],
  ...["rollups", "rollup_days", "rollup_releases", "trace_samples", "operations", "services", "service_edges"],
  ...["vital_reports", "vital_rollups", "vital_pages", "project_hours", "ledger", "environments", "names"],
  ...["telemetry_shares", "event_thinning", "artifacts", "bundles", "asset_sightings", "writers", "project_cursors"],
];

const deletes = projectTables.map((table) => deleteSlice(table, "project_id = $1", 2));

/** Removes a slice of a project's rows; true when there were some. */
export async function emptyTables(query: Query, projectId: ProjectId): Promise<boolean> {
  return (await removeSlice(query, deletes, projectId)) > 0;
}

/** By place: whatever a table's key is. What moves meanwhile stays for the next slice. The parameter `limit` says how many. */
export function deleteSlice(table: string, where: string, limit: number): string {
  return `DELETE FROM ${table} WHERE ${where}
    AND ctid = ANY(ARRAY(SELECT ctid FROM ${table} WHERE ${where} LIMIT $${limit}))`;
}

/** Goes from one statement to the next until so many rows have gone. Returns how many did. */
export async function removeSlice(query: Query, deletes: string[], ...of: (number | string)[]): Promise<number> {
  let gone = 0;
  for (const statement of deletes) {
    gone += (await query(statement, ...of, rowsPerSlice - gone)).count;
    if (gone >= rowsPerSlice) return gone;
  }
  return gone;
}
