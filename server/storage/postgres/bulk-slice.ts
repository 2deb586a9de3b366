import type { BulkAct } from "#server/domain/issue/bulk-act.ts";
import type { BulkSlice, DecideIssue } from "#server/storage/bulk-store.ts";
import { columnsOf } from "./columns.ts";
import type { Query } from "./database.ts";
import { deleteIssues } from "./delete-issue.ts";
import { lockIssues } from "./issue-row.ts";
import { decided, type IssueMove, moveIssues } from "./transition.ts";

const remember = `INSERT INTO bulk_act_issues (bulk_id, issue_id, standing, assignee_id, activity_id)
  SELECT $1, * FROM unnest($2::bigint[], $3::text[], $4::bigint[], $5::bigint[]) ON CONFLICT DO NOTHING`;
const progress = `UPDATE bulk_acts SET done = done + $2, total = greatest(total, done + $2), changed = changed + $3,
  conflicts = conflicts + $4, cursor = $5, stage = CASE WHEN $5::text IS NULL THEN 'done' ELSE stage END WHERE id = $1`;

/** For use inside a transaction: a slice is done, remembered and left behind all at once, or not at all. */
export async function bulkSlice(
  query: Query,
  bulk: BulkAct,
  { issueIds, cursor }: BulkSlice,
  decide: DecideIssue,
): Promise<void> {
  const { projectId } = bulk;
  const found = await lockIssues(query, projectId, issueIds);
  const issues = issueIds.flatMap((id) => found.get(id) ?? []);
  const decisions = await decided(query, projectId, issues, decide);
  const conflicts = decisions.filter((decision) => decision === "conflict").length;
  const moves: IssueMove[] = [];
  const gone: { issue: (typeof issues)[number]; discard: boolean }[] = [];
  for (const [at, issue] of issues.entries()) {
    const decision = decisions[at];
    if (decision === undefined || decision === "conflict") continue;
    if ("intent" in decision) gone.push({ issue, discard: decision.discard });
    else moves.push({ issue, to: decision });
  }
  for (const [isDiscard, some] of Map.groupBy(gone, ({ discard }) => discard))
    await deleteIssues(
      query,
      projectId,
      some.map(({ issue }) => issue),
      isDiscard ? bulk : undefined,
    );
  await move(query, bulk, moves);
  await query(progress, bulk.id, issueIds.length, moves.length + gone.length, conflicts, cursor ?? null);
}

async function move(query: Query, bulk: BulkAct, moves: IssueMove[]): Promise<void> {
  if (moves.length === 0) return;
  const activities = await moveIssues(query, bulk.projectId, moves);
  const rows = moves.map(({ issue }, at) => [
    ...[issue.id, JSON.stringify(issue.state), issue.assignee?.id ?? null, activities[at]!],
  ]);
  await query(remember, bulk.id, ...columnsOf(rows));
}
