import type { Issue } from "./issue.ts";
import type { IssueState } from "./state.ts";

/** Data that a merge combines, besides counters. */
export type MergedFacts = Pick<
  Issue,
  "state" | "firstSeen" | "lastSeen" | "firstRelease" | "lastRelease"
>;

/** The result of a merge for the target. The most active state wins; among equals, the target's. */
export function mergeFacts(target: Issue, others: readonly Issue[]): MergedFacts {
  const all = [target, ...others];
  const first = all
    .toSorted((a, b) => a.firstSeen - b.firstSeen)
    .find(({ firstRelease }) => firstRelease !== undefined);
  const last = all
    .toSorted((a, b) => b.lastSeen - a.lastSeen)
    .find(({ lastRelease }) => lastRelease !== undefined);
  return {
    state: all.reduce((most, each) => (aliveness(each.state) > aliveness(most.state) ? each : most))
      .state,
    firstSeen: Math.min(...all.map(({ firstSeen }) => firstSeen)),
    lastSeen: Math.max(...all.map(({ lastSeen }) => lastSeen)),
    ...(first?.firstRelease !== undefined && { firstRelease: first.firstRelease }),
    ...(last?.lastRelease !== undefined && { lastRelease: last.lastRelease }),
  };
}

/** Regressed before new before ongoing; resolved and ignored ones come last. */
function aliveness(state: IssueState): number {
  return state.state === "open" ? 1 + ["ongoing", "new", "regressed"].indexOf(state.substate) : 0;
}
