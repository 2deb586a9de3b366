import type { UserId } from "#server/domain/ids.ts";

/**
 * The states of SPEC section 4. `merged` and `deleted` issues are no longer issues: they have no
 * state here.
 */
export type IssueState =
  | { state: "open"; substate: "new" | "ongoing" | "regressed" }
  | { state: "resolved"; at: number; in: Resolution }
  | { state: "ignored"; at: number; until: IgnoreUntil };

/** Since when an event counts as a regression. */
export type Resolution =
  | { kind: "now" }
  /** Pending: true of the first release after `after` (undefined: none was known). */
  | { kind: "next-release"; after?: string }
  | { kind: "release"; version: string };

export type IgnoreUntil =
  | { kind: "forever" }
  | { kind: "time"; at: number }
  /** Until the issue's total reaches this count (already added to what it was). */
  | { kind: "count"; count: number }
  | { kind: "users"; users: number }
  /** Until it happens clearly more often than in the week before (`escalation.ts`). */
  | { kind: "escalates" };

/** Who did something: a person, one whose account was deleted, or Spoor by a rule. */
export type Actor = { kind: "user"; id: UserId } | { kind: "former-user" } | { kind: "system" };
