import type { UserId } from "#server/domain/ids.ts";
import { dayMs } from "#server/domain/time.ts";
import { type IsNewer, isNewerRelease } from "#server/domain/release/order.ts";
import type { Activity, ActivityKind } from "./activity.ts";
import { hasEscalated } from "./escalation.ts";
import type { Issue } from "./issue.ts";
import type { Actor, IgnoreUntil, IssueState, Resolution } from "./state.ts";

/**
 * An issue's states, its assignee, and all transitions. Pure: each function returns the next state
 * and its activity, or undefined if nothing changes.
 */
export type Transition = {
  state: IssueState;
  /** The assignee, if the action sets one; null: unassigned. */
  assignee?: UserId | null;
  activity: Activity;
};

export const newForMs = 7 * dayMs;

const system: Actor = { kind: "system" };

/**
 * The effect of one more event. `issue` already counts it; `event.timestamp`: when it happened.
 * `isNewer` may know more about releases than their names.
 */
export function onEvent(
  issue: Issue,
  event: { eventId: string; receivedAt: number; timestamp: number; release?: string },
  isNewer: IsNewer = isNewerRelease,
): Transition | undefined {
  if (issue.state.state === "resolved") {
    if (!isRegression(issue.state.at, issue.state.in, event, isNewer)) return undefined;
    const what: ActivityKind = {
      kind: "regressed",
      eventId: event.eventId,
      ...given("release", event.release),
    };
    return move(issue, { state: "open", substate: "regressed" }, event.receivedAt, system, what);
  }
  return onTime(issue, event.receivedAt) ?? onCount(issue, event.receivedAt);
}

/** The effect of time: an issue stops being new, or an ignore period ends. */
export function onTime(issue: Issue, now: number): Transition | undefined {
  const { state } = issue;
  if (state.state === "open" && state.substate === "new" && now - issue.firstSeen >= newForMs) {
    return move(issue, ongoing, now, system, { kind: "ongoing" });
  }
  if (state.state === "ignored" && state.until.kind === "time" && now >= state.until.at) {
    return move(issue, ongoing, now, system, { kind: "woken", because: "time" });
  }
  return undefined;
}

export function resolve(
  issue: Issue,
  resolution: Resolution,
  now: number,
  by: Actor,
): Transition | undefined {
  if (issue.state.state === "resolved" && isSame(issue.state.in, resolution)) return undefined;
  return move(issue, { state: "resolved", at: now, in: resolution }, now, by, {
    kind: "resolved",
    in: resolution,
  });
}

/** `until`: counts and users are totals, not increments. */
export function ignore(
  issue: Issue,
  until: IgnoreUntil,
  now: number,
  by: Actor,
): Transition | undefined {
  if (issue.state.state === "ignored" && isSame(issue.state.until, until)) return undefined;
  return move(issue, { state: "ignored", at: now, until }, now, by, { kind: "ignored", until });
}

export function reopen(issue: Issue, now: number, by: Actor): Transition | undefined {
  if (issue.state.state === "open") return undefined;
  return move(issue, ongoing, now, by, { kind: "reopened" });
}

/** Assigns or unassigns the issue; the caller has checked that the person is assignable. */
export function assign(
  issue: Issue,
  to: UserId | undefined,
  at: number,
  by: Actor,
): Transition | undefined {
  if (issue.assignee?.id === to) return undefined;
  const activity: Activity = {
    issueId: issue.id,
    at,
    by,
    what: { kind: "assigned", ...given("to", to) },
  };
  return { state: issue.state, assignee: to ?? null, activity };
}

/**
 * Resolves an issue without events for days; ignored issues stay ignored, because their period ends
 * separately.
 */
export function resolveInactive(issue: Issue, days: number, now: number): Transition | undefined {
  if (issue.state.state !== "open" || now - issue.lastSeen < days * dayMs) return undefined;
  const what: ActivityKind = { kind: "resolved", in: { kind: "now" }, because: "inactive" };
  return move(issue, { state: "resolved", at: now, in: { kind: "now" } }, now, system, what);
}

/** Ends “until escalating”. `hours` as in `hasEscalated`. */
export function onRate(
  issue: Issue,
  hours: readonly number[],
  now: number,
): Transition | undefined {
  const { state } = issue;
  if (state.state !== "ignored" || state.until.kind !== "escalates" || !hasEscalated(hours))
    return undefined;
  return move(issue, ongoing, now, system, { kind: "woken", because: "escalation" });
}

/** An issue's state before an action. */
export type IssueBefore = { state: IssueState; assignee?: UserId };

/** Undoes an action: restores the changed part of the issue, updated to the present. */
export function undo(
  issue: Issue,
  act: Extract<ActivityKind, { kind: "undone" }>["act"],
  before: IssueBefore,
  at: number,
  by: Actor,
): Transition {
  const activity: Activity = { issueId: issue.id, at, by, what: { kind: "undone", act } };
  if (act === "assigned")
    return { state: issue.state, assignee: before.assignee ?? null, activity };
  // Events and time that end an ignore period or being new may have passed since.
  const restored = { ...issue, state: before.state };
  const since = onTime(restored, at) ?? onCount(restored, at);
  return { state: since?.state ?? before.state, activity };
}

const ongoing: IssueState = { state: "open", substate: "ongoing" };

function onCount(issue: Issue, at: number): Transition | undefined {
  if (issue.state.state !== "ignored") return undefined;
  const { until } = issue.state;
  if (until.kind === "count" && issue.count >= until.count) {
    return move(issue, ongoing, at, system, { kind: "woken", because: "count" });
  }
  if (until.kind === "users" && issue.userCount >= until.users) {
    return move(issue, ongoing, at, system, { kind: "woken", because: "users" });
  }
  return undefined;
}

/** A late event from before the resolution, or from a release before the fix, is no regression. */
function isRegression(
  resolvedAt: number,
  resolution: Resolution,
  event: { timestamp: number; release?: string },
  isNewer: IsNewer,
): boolean {
  if (resolution.kind === "now") return event.timestamp > resolvedAt;
  if (event.release === undefined) return false;
  if (resolution.kind === "release") {
    return (
      event.release === resolution.version || isNewer(event.release, resolution.version) === true
    );
  }
  if (event.release === resolution.after) return false;
  // For an unknown release: if it was not seen then, it is a later one.
  const newer =
    resolution.after === undefined ? undefined : isNewer(event.release, resolution.after);
  return newer ?? event.timestamp > resolvedAt;
}

function isSame(a: Resolution | IgnoreUntil, b: Resolution | IgnoreUntil): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function move(
  issue: Issue,
  state: IssueState,
  at: number,
  by: Actor,
  what: ActivityKind,
): Transition {
  return { state, activity: { issueId: issue.id, at, by, what } };
}

/** An object with the field, or without it if there is no value. */
function given<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): { [K in Name]?: Value } {
  return (value === undefined ? {} : { [name]: value }) as { [K in Name]?: Value };
}
