import type { CommentId, IssueId, UserId } from "#server/domain/ids.ts";
import type { Actor, IgnoreUntil, Resolution } from "./state.ts";

/** An issue's history: every transition adds an entry. */
export type Activity = { issueId: IssueId; at: number; by: Actor; what: ActivityKind };

/** As in the log, with names of the actor and the assignee. */
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
      /** The ownership rule that did it, as written. */ rule?: string;
    }
  /**
   * The comment is stored separately (`domain/discussion/comment.ts`): here, it would outlive its
   * deletion.
   */
  | { kind: "commented" | "comment-edited"; commentId: CommentId }
  /** Others were merged into this one. */
  | { kind: "merged"; from: { shortId: string; title: string }[] }
  /** A part was unmerged into a separate issue. */
  | { kind: "split"; into: string }
  | { kind: "split-off"; from: string }
  /** A bulk action was undone: the issue has its previous state. */
  | { kind: "undone"; act: "resolved" | "ignored" | "reopened" | "assigned" };
