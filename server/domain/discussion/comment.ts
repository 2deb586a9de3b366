import type { CommentId, IssueId, UserId } from "#server/domain/ids.ts";

/** A comment on an issue, in Markdown. One that was deleted has an empty text. */
export type Comment = {
  id: CommentId;
  issueId: IssueId;
  at: number;
  /** Absent: the account is gone. */
  by?: { id: UserId; name: string };
  text: string;
  /** Counts up with each change: who changes it says which one they saw. */
  version: number;
  editedAt?: number;
  deletedAt?: number;
};

export const longestComment = 10_000;

/** One's own; who may change the project may delete anyone's. */
export function mayDelete(comment: Comment, userId: UserId, mayChangeProject: boolean): boolean {
  return comment.deletedAt === undefined && (mayChangeProject || comment.by?.id === userId);
}

export function mayEdit(comment: Comment, userId: UserId): boolean {
  return comment.deletedAt === undefined && comment.by?.id === userId;
}
