import type { DatabaseSync } from "node:sqlite";
import type { Activity } from "#server/domain/issue/activity.ts";
import type { BulkAct } from "#server/domain/issue/bulk-act.ts";
import { fieldOf } from "#server/domain/issue/conflict.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { IssueBefore, Transition } from "#server/domain/issue/triage.ts";
import { beforeOf, type BulkIssueRow } from "#server/storage/layout/bulk-row.ts";
import { readActsSince } from "./activities.ts";
import { prepare } from "./statement.ts";
import { moveIssue, readIssue } from "./transition.ts";

type Undo = (issue: Issue, before: IssueBefore) => Transition;

const progress = `UPDATE bulk_acts SET restored = restored + ?2, left_alone = left_alone + ?3,
  stage = iif(EXISTS (SELECT 1 FROM bulk_act_issues WHERE bulk_id = ?1), stage, 'undone') WHERE id = ?1`;

/** For use inside a transaction. What was taken back is no longer remembered: so it goes on where it was interrupted. */
export function undoSlice(writer: DatabaseSync): (bulk: BulkAct, limit: number, undo: Undo) => void {
  const some = prepare<BulkIssueRow>(
    writer,
    "SELECT * FROM bulk_act_issues WHERE bulk_id = ? ORDER BY issue_id LIMIT ?",
  );
  const forget = prepare(writer, "DELETE FROM bulk_act_issues WHERE bulk_id = ? AND issue_id = ?");
  const advance = prepare(writer, progress);
  const read = readIssue(writer);
  const since = readActsSince(writer);
  const move = moveIssue(writer);

  function restore(bulk: BulkAct, row: BulkIssueRow, undo: Undo): boolean {
    const issue = read(bulk.projectId, row.issue_id);
    if (!issue) return false;
    const transition = undo(issue, beforeOf(row));
    if (since(issue.id, row.activity_id).some((entry) => isAboutTheSame(entry, transition.activity))) return false;
    move(transition);
    return true;
  }

  return (bulk, limit, undo) => {
    let restored = 0;
    const rows = some.all(bulk.id, limit);
    for (const row of rows) {
      if (restore(bulk, row, undo)) restored += 1;
      forget.run(bulk.id, row.issue_id);
    }
    advance.run(bulk.id, restored, rows.length - restored);
  };
}

const isAboutTheSame = (a: Activity, b: Activity): boolean => fieldOf(a.what) === fieldOf(b.what);
