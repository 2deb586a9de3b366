import type { LoggedAct } from "#server/domain/issue/activity.ts";
import type { BulkAct } from "#server/domain/issue/bulk-act.ts";
import { fieldOf } from "#server/domain/issue/conflict.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { IssueBefore, Transition } from "#server/domain/issue/triage.ts";
import { beforeOf, type BulkIssueRow } from "#server/storage/layout/bulk-row.ts";
import type { Query } from "./database.ts";
import { lockIssues } from "./issue-row.ts";
import { decided, moveIssues } from "./transition.ts";

type Undo = (issue: Issue, before: IssueBefore) => Transition;

const selectSome = `SELECT issue_id, standing, assignee_id, activity_id FROM bulk_act_issues
  WHERE bulk_id = $1 ORDER BY issue_id LIMIT $2`;
const forget = "DELETE FROM bulk_act_issues WHERE bulk_id = $1 AND issue_id = ANY($2::bigint[])";
const progress = `UPDATE bulk_acts SET restored = restored + $2, left_alone = left_alone + $3,
  stage = CASE WHEN EXISTS (SELECT 1 FROM bulk_act_issues WHERE bulk_id = $1) THEN stage ELSE 'undone' END WHERE id = $1`;

/** For use inside a transaction. What was taken back is no longer remembered: so it goes on where it was interrupted. */
export async function undoSlice(query: Query, bulk: BulkAct, limit: number, undo: Undo): Promise<void> {
  const { id, projectId } = bulk;
  const rows = await query<BulkIssueRow>(selectSome, id, limit);
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
  await Promise.all([moveIssues(query, projectId, moves), query(forget, id, ids)]);
  await query(progress, id, moves.length, rows.length - moves.length);
}

/** Undefined where the same part was changed since. */
function restored(
  issue: Issue,
  row: BulkIssueRow,
  since: (after: number) => LoggedAct[],
  undo: Undo,
): Transition | undefined {
  const transition = undo(issue, beforeOf(row));
  const field = fieldOf(transition.activity.what);
  return since(row.activity_id).some(({ what }) => fieldOf(what) === field) ? undefined : transition;
}
