import type { Comment } from "#server/domain/discussion/comment.ts";
import type { CommentId, IssueId, UserId } from "#server/domain/ids.ts";

export type CommentRow = {
  id: number;
  issue_id: number;
  user_id: number | null;
  name: string | null;
  at: number;
  text: string;
  version: number;
  edited_at: number | null;
  deleted_at: number | null;
};

export const commentOf = (row: CommentRow): Comment => ({
  id: row.id as CommentId,
  issueId: row.issue_id as IssueId,
  at: row.at,
  ...(row.user_id !== null && { by: { id: row.user_id as UserId, name: row.name ?? "" } }),
  text: row.text,
  version: row.version,
  ...(row.edited_at !== null && { editedAt: row.edited_at }),
  ...(row.deleted_at !== null && { deletedAt: row.deleted_at }),
});
