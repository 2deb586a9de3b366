import type { DatabaseSync } from "node:sqlite";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { Transition } from "#server/domain/issue/triage.ts";
import type { IssueStore } from "#server/storage/store.ts";
import { addActivity, readActsSince } from "./activities.ts";
import { type IssueRow, issueOf } from "#server/storage/layout/issue-row.ts";
import { selectIssue } from "./issue-row.ts";
import { standingOf } from "#server/storage/layout/issue-standing.ts";
import { prepare } from "./statement.ts";
import type { Write } from "./writing.ts";

/** The write lock is held from before the reading: two people at once act one after the other, on what each left. */
export function transitionIssues(writer: DatabaseSync, write: Write): IssueStore["transition"] {
  const read = readIssue(writer);
  const since = readActsSince(writer);
  const move = moveIssue(writer);
  return (projectId, issueIds, decide) =>
    write(() =>
      issueIds.flatMap((id) => {
        const issue = read(projectId, id);
        const decision = issue && decide(issue, (after) => since(issue.id, after));
        if (!decision) return issue ?? [];
        move(decision);
        return read(projectId, id)!;
      }),
    );
}

/** For use inside a transaction. */
export function readIssue(writer: DatabaseSync): (projectId: number, id: number) => Issue | undefined {
  const read = prepare<IssueRow>(writer, `${selectIssue} WHERE i.project_id = ? AND i.id = ?`);
  return (projectId, id) => {
    const row = read.get(projectId, id);
    return row && issueOf(row);
  };
}

/** For use inside a transaction. Returns the id of the activity that tells of it. */
export function moveIssue(writer: DatabaseSync): (transition: Transition) => number {
  const update = prepare(writer, "UPDATE issues SET state = ?, substate = ?, standing = ? WHERE id = ?");
  const give = prepare(writer, "UPDATE issues SET assignee_id = ? WHERE id = ?");
  const remember = addActivity(writer);
  return ({ state: next, assignee, activity }) => {
    const { state, substate } = standingOf(next);
    if (assignee === undefined) update.run(state, substate, JSON.stringify(next), activity.issueId);
    else give.run(assignee, activity.issueId);
    return remember(activity);
  };
}
