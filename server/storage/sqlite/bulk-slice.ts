import type { DatabaseSync } from "node:sqlite";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { BulkAct } from "#server/domain/issue/bulk-act.ts";
import type { BulkSlice, DecideIssue } from "#server/storage/bulk-store.ts";
import { readActsSince } from "./activities.ts";
import { deleteIssue } from "./delete-issue.ts";
import { prepare } from "./statement.ts";
import { moveIssue, readIssue } from "./transition.ts";

const remember = `INSERT INTO bulk_act_issues (bulk_id, issue_id, standing, assignee_id, activity_id)
  VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`;
const progress = `UPDATE bulk_acts SET done = done + ?2, total = max(total, done + ?2), changed = changed + ?3,
  conflicts = conflicts + ?4, cursor = ?5, stage = iif(?5 IS NULL, 'done', stage) WHERE id = ?1`;

/** For use inside a transaction: a slice is done, remembered and left behind all at once, or not at all. */
export function bulkSlice(writer: DatabaseSync): (bulk: BulkAct, slice: BulkSlice, decide: DecideIssue) => void {
  const read = readIssue(writer);
  const since = readActsSince(writer);
  const move = moveIssue(writer);
  const remove = deleteIssue(writer);
  const keep = prepare(writer, remember);
  const advance = prepare(writer, progress);

  function actOn(bulk: BulkAct, issue: Issue, decide: DecideIssue): "changed" | "conflict" | "as it was" {
    const decision = decide(issue, (after) => since(issue.id, after));
    if (decision === undefined) return "as it was";
    if (decision === "conflict") return "conflict";
    if ("intent" in decision) remove(issue, decision.discard ? bulk : undefined);
    else keep.run(bulk.id, issue.id, JSON.stringify(issue.state), issue.assignee?.id ?? null, move(decision));
    return "changed";
  }

  return (bulk, { issueIds, cursor }, decide) => {
    const issues = issueIds.flatMap((id) => read(bulk.projectId, id) ?? []);
    const outcomes = issues.map((issue) => actOn(bulk, issue, decide));
    const count = (wanted: (typeof outcomes)[number]) => outcomes.filter((each) => each === wanted).length;
    advance.run(bulk.id, issueIds.length, count("changed"), count("conflict"), cursor ?? null);
  };
}
