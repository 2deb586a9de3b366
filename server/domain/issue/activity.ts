import type { CommentId, IssueId, UserId } from "#server/domain/ids.ts";
import type { Actor, IgnoreUntil, Resolution } from "./state.ts";

/** What happened to an issue: every transition leaves one (SPEC section 4). */
export type Activity = { issueId: IssueId; at: number; by: Actor; what: ActivityKind };

/** As it is in the log, names beside ids: who did it, and whom it was assigned to. */
export type LoggedAct = Activity & { id: number; byName?: string; toName?: string };

export type ActivityKind =
  | { kind: "first-seen"; release?: string }
  | { kind: "ongoing" }
  /** `inactive`: by the project's setting, after days without an event. */
  | { kind: "resolved"; in: Resolution; because?: "inactive" }
  | { kind: "regressed"; eventId: string; release?: string }
  | { kind: "ignored"; until: IgnoreUntil }
  /** An ignore condition was met. */
  | { kind: "woken"; because: "time" | "count" | "users" | "escalation" }
  | { kind: "reopened" }
  /** Without `to`: unassigned. */
  | {
      kind: "assigned";
      to?: UserId;
      /** The ownership rule that did it, as it is written. */ rule?: string;
    }
  /** The comment itself is apart (`domain/discussion/comment.ts`): here it would outlive being deleted. */
  | { kind: "commented" | "comment-edited"; commentId: CommentId }
  /** Others became part of this one. */
  | { kind: "merged"; from: { shortId: string; title: string }[] }
  /** A part of it is an issue of its own again. */
  | { kind: "split"; into: string }
  | { kind: "split-off"; from: string }
  /** A bulk act was taken back: the issue is as before. */
  | { kind: "undone"; act: "resolved" | "ignored" | "reopened" | "assigned" };
