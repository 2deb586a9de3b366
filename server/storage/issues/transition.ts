import type { IssueId, ProjectId } from "#server/domain/ids.ts";
import type { LoggedAct } from "#server/domain/issue/activity.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { Transition } from "#server/domain/issue/triage.ts";
import type { Query } from "#server/storage/database.ts";
import { rowsOf, sql } from "#server/storage/sql.ts";
import type { IssueStore } from "./issue-store.ts";
import { actsSince } from "./activities.ts";
import type { IssueDatabase, IssueTransaction } from "./issue-database.ts";
import { storedStatusOf } from "./stored-status.ts";
import { issuesByIds, lockIssues, notIndexed } from "./stored-issues.ts";

type Decide<Decision> = (issue: Issue, since: (after: number) => LoggedAct[]) => Decision;
export type IssueMove = { issue: Issue; to: Transition };

/** Locks the issues before reading, so that concurrent actions run one after the other. */
export function transitionIssues({ transaction }: IssueDatabase): IssueStore["transition"] {
  return (projectId, issueIds, decide) =>
    transaction(async (within) => {
      const { query } = within;
      const issues = await lockIssues(query, projectId, issueIds);
      const present = issueIds.flatMap((id) => issues.get(id) ?? []);
      const decisions = await decided(query, projectId, present, decide);
      const moves = present.flatMap((issue, at) => {
        const to = decisions[at];
        return to ? [{ issue, to }] : [];
      });
      await moveIssues(within, projectId, moves);
      const moved = await issuesByIds(
        query,
        projectId,
        moves.map(({ issue }) => issue.id),
      );
      return present.map((issue) => moved.get(issue.id) ?? issue);
    });
}

/**
 * Decisions for each issue. A decision that needs activities since a log entry is made again after
 * these are read for all issues at once; it is pure.
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

const stateColumns = {
  moved: "bigint",
  state: "bigint",
  substate: "bigint",
  standing: "text",
} as const;
const assigneeColumns = { moved: "bigint", assignee_id: "bigint" } as const;

/** Use in a transaction that holds the issues. Returns the IDs of the resulting activities. */
export async function moveIssues(
  { query, log, countMoves }: IssueTransaction,
  projectId: ProjectId,
  moves: IssueMove[],
): Promise<number[]> {
  if (moves.length === 0) return [];
  const assigned = moves.flatMap(({ issue, to: { assignee } }) =>
    assignee === undefined ? [] : [[issue.id, assignee]],
  );
  const stood = moves.flatMap(({ issue, to: { state, assignee } }) =>
    assignee === undefined
      ? [{ id: issue.id, was: storedStatusOf(issue.state), is: storedStatusOf(state), state }]
      : [],
  );
  const states = stood.map(({ id, is, state }) => [
    id,
    is.state,
    is.substate,
    JSON.stringify(state),
  ]);
  await Promise.all([
    states.length > 0 &&
      query(sql`UPDATE issues${notIndexed} SET state = given.state, substate = given.substate, standing = given.standing
        FROM ${rowsOf(stateColumns, states)} WHERE issues.project_id = ${projectId} AND issues.id = given.moved`),
    assigned.length > 0 &&
      query(sql`UPDATE issues${notIndexed} SET assignee_id = given.assignee_id FROM ${rowsOf(assigneeColumns, assigned)}
        WHERE issues.project_id = ${projectId} AND issues.id = given.moved`),
  ]);
  await countMoves(projectId, stood);
  return log(
    projectId,
    moves.map(({ to }) => to.activity),
  );
}
