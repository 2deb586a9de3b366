import type { UserId } from "#server/domain/ids.ts";
import { newestRelease } from "#server/domain/release/latest.ts";
import type { Issue } from "./issue.ts";
import type { Actor, IgnoreUntil } from "./state.ts";
import { assign, ignore, reopen, resolve, type Transition } from "./triage.ts";

/** What people do to issues (SPEC section 10), as it was read from a form. */
export type TriageAct =
  | { intent: "resolve" }
  | { intent: "resolve-next" }
  | { intent: "resolve-in"; release: string }
  /** Counts and users are "this many more". */
  | { intent: "ignore"; until: IgnoreUntil }
  | { intent: "reopen" }
  /** Null: unassigned. Whether that person may work on it was asked before. */
  | { intent: "assign"; to: UserId | null };

/** Their events go with them; `discard`: what comes later with their fingerprints, too. */
export type DeleteAct = { intent: "delete"; discard: boolean };

/**
 * Who does it, when, and the releases that are known: `resolve-next` asks which of them is the
 * newest.
 */
export type Circumstances = { at: number; by: Actor; releases: readonly string[] };

/** What the act does to an issue as it stands; undefined: nothing. */
export function decideAct(
  issue: Issue,
  act: TriageAct,
  { at, by, releases }: Circumstances,
): Transition | undefined {
  switch (act.intent) {
    case "resolve":
      return resolve(issue, { kind: "now" }, at, by);
    case "resolve-next": {
      // Not the issue's own: it may have been fixed releases ago, or not have happened since.
      const after = newestRelease(releases, issue.lastRelease) ?? issue.lastRelease;
      return resolve(
        issue,
        { kind: "next-release", ...(after !== undefined && { after }) },
        at,
        by,
      );
    }
    case "resolve-in":
      return resolve(issue, { kind: "release", version: act.release }, at, by);
    case "ignore":
      return ignore(issue, asTotals(issue, act.until), at, by);
    case "reopen":
      return reopen(issue, at, by);
    case "assign":
      return assign(issue, act.to ?? undefined, at, by);
  }
}

/** "10 more events" is kept as the total at which the issue wakes. */
function asTotals(issue: Issue, until: IgnoreUntil): IgnoreUntil {
  if (until.kind === "count") return { kind: "count", count: issue.count + until.count };
  if (until.kind === "users") return { kind: "users", users: issue.userCount + until.users };
  return until;
}
