import type { BulkAct } from "#server/domain/issue/bulk-act.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { BulkSlice, DecideIssue } from "#server/storage/bulk/bulk-store.ts";
import type { IssueTransaction } from "#server/storage/issues/issue-database.ts";
import { lockIssues } from "#server/storage/issues/stored-issues.ts";
import { decided, type IssueMove, moveIssues } from "#server/storage/issues/transition.ts";
import { greatest, raw, rowsOf, sql } from "#server/storage/sql.ts";

const rememberedColumns = {
  issue_id: "bigint",
  standing: "text",
  assignee_id: "bigint",
  activity_id: "bigint",
} as const;

/** Use in a transaction: acting, recording, and moving the cursor succeed or fail together. */
export async function bulkSlice(
  within: IssueTransaction,
  bulk: BulkAct,
  { issueIds, cursor }: BulkSlice,
  decide: DecideIssue,
): Promise<void> {
  const { query } = within;
  const found = await lockIssues(query, bulk.projectId, issueIds);
  const issues = issueIds.flatMap((id) => found.get(id) ?? []);
  const decisions = await decided(query, bulk.projectId, issues, decide);
  const conflicts = decisions.filter((decision) => decision === "conflict").length;
  const moves: IssueMove[] = [];
  const gone: { issue: Issue; discard: boolean }[] = [];
  for (const [at, issue] of issues.entries()) {
    const decision = decisions[at];
    if (decision === undefined || decision === "conflict") continue;
    if ("intent" in decision) gone.push({ issue, discard: decision.discard });
    else moves.push({ issue, to: decision });
  }
  for (const [isDiscard, some] of Map.groupBy(gone, ({ discard }) => discard))
    await within.remove(
      bulk.projectId,
      some.map(({ issue }) => issue),
      isDiscard ? bulk : undefined,
    );
  await move(within, bulk, moves);
  const [done, changed] = [issueIds.length, moves.length + gone.length];
  const stage = cursor === undefined ? raw("'done'") : raw("stage");
  await query(sql`UPDATE bulk_acts SET done = done + ${done}, total = ${greatest(raw("total"), sql`done + ${done}`)},
    changed = changed + ${changed}, conflicts = conflicts + ${conflicts}, cursor = ${cursor ?? null}, stage = ${stage}
    WHERE id = ${bulk.id}`);
}

async function move(within: IssueTransaction, bulk: BulkAct, moves: IssueMove[]): Promise<void> {
  if (moves.length === 0) return;
  const activities = await moveIssues(within, bulk.projectId, moves);
  const rows = moves.map(({ issue: { id, state, assignee } }, at) => [
    id,
    JSON.stringify(state),
    assignee?.id ?? null,
    activities[at]!,
  ]);
  await within.query(sql`INSERT INTO bulk_act_issues (bulk_id, issue_id, standing, assignee_id, activity_id)
    SELECT ${bulk.id}, issue_id, standing, assignee_id, activity_id FROM ${rowsOf(rememberedColumns, rows)} WHERE true
    ON CONFLICT DO NOTHING`);
}
