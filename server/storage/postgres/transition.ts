import type { IssueId, ProjectId } from "#server/domain/ids.ts";
import type { LoggedAct } from "#server/domain/issue/activity.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { Transition } from "#server/domain/issue/triage.ts";
import { standingOf } from "#server/storage/layout/issue-standing.ts";
import type { IssueStore } from "#server/storage/store.ts";
import { actsSince, addActivities } from "./activities.ts";
import { columnsOf } from "./columns.ts";
import type { Database, Query } from "./database.ts";
import { countMoves } from "./issue-counts.ts";
import { issuesByIds, lockIssues } from "./issue-row.ts";

export type Decide<Decision> = (issue: Issue, since: (after: number) => LoggedAct[]) => Decision;
export type IssueMove = { issue: Issue; to: Transition };

const moveStates = `UPDATE issues i SET state = m.state, substate = m.substate, standing = m.standing
  FROM unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::text[]) AS m(id, state, substate, standing)
  WHERE i.project_id = $1 AND i.id = m.id`;
const give = `UPDATE issues i SET assignee_id = g.assignee_id FROM unnest($2::bigint[], $3::bigint[]) AS g(id, assignee_id)
  WHERE i.project_id = $1 AND i.id = g.id`;

/** The issues are held from before the reading: two people at once act one after the other, on what each left. */
export function transitionIssues({ transaction }: Database): IssueStore["transition"] {
  return (projectId, issueIds, decide) =>
    transaction(async (query) => {
      const issues = await lockIssues(query, projectId, issueIds);
      const present = issueIds.flatMap((id) => issues.get(id) ?? []);
      const decisions = await decided(query, projectId, present, decide);
      const moves = present.flatMap((issue, at) => {
        const to = decisions[at];
        return to ? [{ issue, to }] : [];
      });
      await moveIssues(query, projectId, moves);
      const moved = await issuesByIds(
        query,
        projectId,
        moves.map(({ issue }) => issue.id),
      );
      return present.map((issue) => moved.get(issue.id) ?? issue);
    });
}

/**
 * What is decided about each of the issues. A decision that asks what happened since an entry of the log is made once more when
 * that is known, of all issues at once: it is pure.
 */
export async function decided<Decision>(
  query: Query,
  projectId: ProjectId,
  issues: Issue[],
  decide: Decide<Decision>,
): Promise<Decision[]> {
  const known = new Map<number, Map<IssueId, LoggedAct[]>>();
  for (;;) {
    const unknown = new Set<number>();
    const decisions = issues.map((issue) =>
      decide(issue, (after) => {
        if (!known.has(after)) unknown.add(after);
        return known.get(after)?.get(issue.id) ?? [];
      }),
    );
    if (unknown.size === 0) return decisions;
    const ids = issues.map(({ id }) => id);
    for (const after of unknown) known.set(after, await actsSince(query, projectId, ids, after));
  }
}

/** For use inside a transaction that holds the issues. Returns the ids of the activities that tell of it. */
export async function moveIssues(query: Query, projectId: ProjectId, moves: IssueMove[]): Promise<number[]> {
  if (moves.length === 0) return [];
  const given = moves.flatMap(({ issue, to: { assignee } }) => (assignee === undefined ? [] : [[issue.id, assignee]]));
  const stood = moves.flatMap(({ issue, to: { state, assignee } }) =>
    assignee === undefined ? [{ id: issue.id, was: standingOf(issue.state), is: standingOf(state), state }] : [],
  );
  const states = stood.map(({ id, is, state }) => [id, is.state, is.substate, JSON.stringify(state)]);
  await Promise.all([
    states.length > 0 && query(moveStates, projectId, ...columnsOf(states)),
    given.length > 0 && query(give, projectId, ...columnsOf(given)),
  ]);
  await countMoves(query, projectId, stood);
  return addActivities(
    query,
    projectId,
    moves.map(({ to }) => to.activity),
  );
}
