import type { IssueId } from "#server/domain/ids.ts";
import type { Actor, IgnoreUntil, Resolution } from "./state.ts";

/** What happened to an issue: every transition leaves one (SPEC section 4). */
export type Activity = { issueId: IssueId; at: number; by: Actor; what: ActivityKind };

export type ActivityKind =
  | { kind: "first-seen"; release?: string }
  | { kind: "ongoing" }
  | { kind: "resolved"; in: Resolution }
  | { kind: "regressed"; eventId: string; release?: string }
  | { kind: "ignored"; until: IgnoreUntil }
  /** An ignore condition was met. */
  | { kind: "woken"; because: "time" | "count" | "users" }
  | { kind: "reopened" };
