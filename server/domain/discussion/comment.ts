import type { CommentId, IssueId, UserId } from "#server/domain/ids.ts";

/** A comment on an issue, in Markdown. A deleted one has an empty text. */
export type Comment = {
  id: CommentId;
  issueId: IssueId;
  at: number;
  /** Absent: the account was deleted. */
  by?: { id: UserId; name: string };
  text: string;
  /** Increased by each change: an edit names the version it is based on. */
  version: number;
  editedAt?: number;
  deletedAt?: number;
};

export const longestComment = 10_000;

/** One's own; admins can delete anyone's. */
export function mayDelete(comment: Comment, userId: UserId, mayChangeProject: boolean): boolean {
  return comment.deletedAt === undefined && (mayChangeProject || comment.by?.id === userId);
}

export function mayEdit(comment: Comment, userId: UserId): boolean {
  return comment.deletedAt === undefined && comment.by?.id === userId;
}
