import type { EventId, IssueId } from "#server/domain/ids.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { Actor, IgnoreUntil } from "#server/domain/issue/state.ts";
import { assign, ignore, resolve, type Transition } from "#server/domain/issue/triage.ts";
import type { IssueLine } from "./export-line.ts";
import type { ImportDeps } from "./import-events.ts";

const system: Actor = { kind: "system" };

/**
 * Copies the states of the source's issues to open issues here, and assigns them to the same users,
 * found by email address. An issue is found by its newest event. Decisions made here are kept.
 * Returns the number of changed issues.
 */
export async function setStates(lines: IssueLine[], deps: ImportDeps): Promise<number> {
  const people = new Map((await deps.store.people.list()).map(({ email, id }) => [email, id]));
  let changed = 0;
  for (const line of lines) {
    const event = await deps.store.events.find(deps.project.id, line.latestEvent as EventId);
    if (!event) continue;
    const to = people.get(line.assignee ?? "");
    const decisions = [
      (issue: Issue) => (to && !issue.assignee ? assign(issue, to, event.at, system) : undefined),
      (issue: Issue) => stateOf(issue, line),
    ];
    let hasChanged = false;
    for (const decide of decisions)
      if (await decideOpen(deps, event.issueId, decide)) hasChanged = true;
    if (hasChanged) changed += 1;
  }
  return changed;
}

/** Whether it changed anything. */
async function decideOpen(
  { store, project }: ImportDeps,
  issueId: IssueId,
  decide: (issue: Issue) => Transition | undefined,
): Promise<boolean> {
  let transition: Transition | undefined;
  await store.issues.transition(project.id, [issueId], (issue) => {
    transition = issue.state.state === "open" ? decide(issue) : undefined;
    return transition;
  });
  return transition !== undefined;
}

/** Dated to the original decision, so that later events are regressions here, too. */
function stateOf(issue: Issue, line: IssueLine): Transition | undefined {
  const { state } = line;
  if (state.state === "resolved") return resolve(issue, state.in, state.at, system);
  if (state.state === "ignored")
    return ignore(issue, remaining(issue, line, state.until), state.at, system);
  return undefined;
}

/** "Until it occurs N more times" is stored as a total, which may differ here. */
function remaining(issue: Issue, line: IssueLine, until: IgnoreUntil): IgnoreUntil {
  if (until.kind === "count")
    return { kind: "count", count: issue.count + until.count - line.count };
  if (until.kind === "users")
    return { kind: "users", users: issue.userCount + until.users - line.userCount };
  return until;
}
