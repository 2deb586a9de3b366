import type { UserId } from "#server/domain/ids.ts";
import { newestRelease } from "#server/domain/release/latest.ts";
import type { Issue } from "./issue.ts";
import type { Actor, IgnoreUntil } from "./state.ts";
import { assign, ignore, reopen, resolve, type Transition } from "./triage.ts";

/** Actions on issues, parsed from a form. */
export type TriageAct =
  | { intent: "resolve" }
  | { intent: "resolve-next" }
  | { intent: "resolve-in"; release: string }
  /** Counts and users mean “this many more”. */
  | { intent: "ignore"; until: IgnoreUntil }
  | { intent: "reopen" }
  /** Null: unassigned. The caller has checked that the person is assignable. */
  | { intent: "assign"; to: UserId | null };

/** Deletes their events as well; `discard`: also future events with their fingerprints. */
export type DeleteAct = { intent: "delete"; discard: boolean };

/** Actor, time, and known releases: `resolve-next` needs the newest. */
export type Circumstances = { at: number; by: Actor; releases: readonly string[] };

/** The action's effect on an issue; undefined: none. */
export function decideAct(
  issue: Issue,
  act: TriageAct,
  { at, by, releases }: Circumstances,
): Transition | undefined {
  switch (act.intent) {
    case "resolve":
      return resolve(issue, { kind: "now" }, at, by);
    case "resolve-next": {
      // Not the issue's own release: it may have been fixed releases ago, or not have occurred
      // since.
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

/** "10 more events" is stored as the total at which the ignore period ends. */
function asTotals(issue: Issue, until: IgnoreUntil): IgnoreUntil {
  if (until.kind === "count") return { kind: "count", count: issue.count + until.count };
  if (until.kind === "users") return { kind: "users", users: issue.userCount + until.users };
  return until;
}
