import type { DatabaseSync } from "node:sqlite";
import type { IssueState } from "#server/domain/issue/state.ts";
import type { IssueStore } from "#server/storage/store.ts";
import { addActivity } from "./activities.ts";
import { type IssueRow, issueOf, selectIssue } from "./issue-row.ts";
import { standingOf } from "./issue-standing.ts";
import { prepare } from "./statement.ts";
import type { Write } from "./writing.ts";

/** The write lock is held from before the reading: two people at once act one after the other, on what each left. */
export function transitionIssues(writer: DatabaseSync, write: Write): IssueStore["transition"] {
  const read = prepare<IssueRow>(writer, `${selectIssue} WHERE i.project_id = ? AND i.id = ?`);
  const update = prepare(writer, "UPDATE issues SET state = ?, substate = ?, standing = ? WHERE id = ?");
  const give = prepare(writer, "UPDATE issues SET assignee_id = ? WHERE id = ?");
  const remember = addActivity(writer);

  const move = (id: number, next: IssueState) => {
    const { state, substate } = standingOf(next);
    update.run(state, substate, JSON.stringify(next), id);
  };

  return (projectId, issueIds, decide) =>
    write(() =>
      issueIds.flatMap((id) => {
        const row = read.get(projectId, id);
        if (!row) return [];
        const issue = issueOf(row);
        const decision = decide(issue);
        if (!decision) return [issue];
        move(id, decision.state);
        if (decision.assignee !== undefined) give.run(decision.assignee, id);
        remember(decision.activity);
        return [issueOf(read.get(projectId, id)!)];
      }),
    );
}
