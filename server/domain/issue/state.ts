import type { UserId } from "#server/domain/ids.ts";

/** States of an issue. `merged` and `deleted` issues no longer exist and have no state here. */
export type IssueState =
  | { state: "open"; substate: "new" | "ongoing" | "regressed" }
  | { state: "resolved"; at: number; in: Resolution }
  | { state: "ignored"; at: number; until: IgnoreUntil };

/** From when on an event is a regression. */
export type Resolution =
  | { kind: "now" }
  /** Pending: the first release after `after` (undefined: none was known). */
  | { kind: "next-release"; after?: string }
  | { kind: "release"; version: string };

export type IgnoreUntil =
  | { kind: "forever" }
  | { kind: "time"; at: number }
  /** Until the issue's total reaches this count. */
  | { kind: "count"; count: number }
  | { kind: "users"; users: number }
  /** Until it occurs clearly more often than in the week before (`escalation.ts`). */
  | { kind: "escalates" };

/** An actor: a user, a deleted user, or Spoor by a rule. */
export type Actor = { kind: "user"; id: UserId } | { kind: "former-user" } | { kind: "system" };
