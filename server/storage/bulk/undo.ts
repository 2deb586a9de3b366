import type { LoggedAct } from "#server/domain/issue/activity.ts";
import type { BulkAct } from "#server/domain/issue/bulk-act.ts";
import { fieldOf } from "#server/domain/issue/conflict.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { IssueBefore, Transition } from "#server/domain/issue/triage.ts";
import { beforeOf, type BulkIssueRow } from "#server/storage/bulk/bulk-row.ts";
import type { IssueTransaction } from "#server/storage/issues/issue-database.ts";
import { lockIssues } from "#server/storage/issues/stored-issues.ts";
import { decided, moveIssues } from "#server/storage/issues/transition.ts";
import { isAnyOf, raw, sql } from "#server/storage/sql.ts";

type Undo = (issue: Issue, before: IssueBefore) => Transition;

/**
 * Use in a transaction. Deletes the record of undone issues, so an interrupted undo continues where
 * it stopped.
 */
export async function undoSlice(
  within: IssueTransaction,
  bulk: BulkAct,
  limit: number,
  undo: Undo,
): Promise<void> {
  const { query } = within;
  const { id, projectId } = bulk;
  const rows =
    await query<BulkIssueRow>(sql`SELECT issue_id, standing, assignee_id, activity_id FROM bulk_act_issues
    WHERE bulk_id = ${id} ORDER BY issue_id LIMIT ${limit}`);
  const ids = rows.map(({ issue_id }) => issue_id);
  const found = await lockIssues(query, projectId, ids);
  const rowOf = new Map<number, BulkIssueRow>(rows.map((row) => [row.issue_id, row]));
  const issues = ids.flatMap((issueId) => found.get(issueId) ?? []);
  const transitions = await decided(query, projectId, issues, (issue, since) =>
    restored(issue, rowOf.get(issue.id)!, since, undo),
  );
  const moves = issues.flatMap((issue, at) => {
    const to = transitions[at];
    return to ? [{ issue, to }] : [];
  });
  await Promise.all([
    moveIssues(within, projectId, moves),
    query(
      sql`DELETE FROM bulk_act_issues WHERE bulk_id = ${id} AND ${isAnyOf(raw("issue_id"), ids)}`,
    ),
  ]);
  const isOver = sql`NOT EXISTS (SELECT 1 FROM bulk_act_issues WHERE bulk_id = ${id})`;
  await query(sql`UPDATE bulk_acts SET restored = restored + ${moves.length},
    left_alone = left_alone + ${rows.length - moves.length}, stage = CASE WHEN ${isOver} THEN 'undone' ELSE stage END
    WHERE id = ${id}`);
}

/** Undefined if the same part has changed since. */
function restored(
  issue: Issue,
  row: BulkIssueRow,
  since: (after: number) => LoggedAct[],
  undo: Undo,
): Transition | undefined {
  const transition = undo(issue, beforeOf(row));
  const field = fieldOf(transition.activity.what);
  return since(row.activity_id).some(({ what }) => fieldOf(what) === field)
    ? undefined
    : transition;
}
