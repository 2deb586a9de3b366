import type { Issue } from "./issue.ts";
import type { IssueState } from "./state.ts";

/** What a merge makes of what issues are, beside their counters. */
export type MergedFacts = Pick<
  Issue,
  "state" | "firstSeen" | "lastSeen" | "firstRelease" | "lastRelease"
>;

/**
 * What becomes of an issue that takes others in. The more alive state wins, the target's among
 * equals.
 */
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
