import type { IssueId, ProjectId } from "#server/domain/ids.ts";
import type { Query } from "#server/storage/postgres/database.ts";
import { withoutIssueKey } from "#server/storage/tables.ts";

const ofIssues = "WHERE project_id = $1 AND issue_id = ANY($2::bigint[])";

/** Rows with a foreign key to the issue are deleted by cascade. */
const removals = [
  ...withoutIssueKey("delete").map((table) => `DELETE FROM ${table} ${ofIssues}`),
  ...withoutIssueKey("clear").map((table) => `UPDATE ${table} SET issue_id = NULL ${ofIssues}`),
  "DELETE FROM merged_issues WHERE project_id = $1 AND into_id = ANY($2::bigint[])",
  "DELETE FROM issues WHERE project_id = $1 AND id = ANY($2::bigint[])",
];
const forgetActs = "DELETE FROM bulk_act_issues WHERE issue_id = ANY($1::bigint[])";

/** Deletes issues with all rows that reference them. Use in a transaction that holds them. */
export async function removeIssues(
  query: Query,
  projectId: ProjectId,
  issueIds: IssueId[],
): Promise<void> {
  await Promise.all([
    ...removals.map((sql) => query(sql, projectId, issueIds)),
    query(forgetActs, issueIds),
  ]);
}
