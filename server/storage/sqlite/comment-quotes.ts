import type { DatabaseSync } from "node:sqlite";
import type { CommentId, IssueId } from "#server/domain/ids.ts";
import { gone, placeOf, withoutQuote } from "#server/storage/layout/comment-quotes.ts";
import { commentNoticeKey } from "#server/storage/discussion-store.ts";
import { prepare } from "./statement.ts";

const within = "key >= ?1 AND key < ?1 || '~'";

/**
 * Takes the words of a deleted comment out of what tells of it: notices that nobody has begun to send go altogether. For use
 * inside a transaction.
 */
export function forgetQuotes(writer: DatabaseSync): (issueId: IssueId, id: CommentId) => void {
  const unsent = prepare(writer, `DELETE FROM notices WHERE ${within} AND planned_at IS NULL`);
  const quotes = prepare(
    writer,
    `UPDATE notices SET notice = json_set(notice, '$.body', json_array(?2)) WHERE ${within}`,
  );
  const messages = prepare<{ id: number; message: string }>(
    writer,
    `SELECT m.id, m.message FROM issues i JOIN messages m ON m.project_id = i.project_id
      WHERE i.id = ? AND instr(m.message, ?) > 0`,
  );
  const rewrite = prepare(writer, "UPDATE messages SET message = ? WHERE id = ?");
  return (issueId, id) => {
    unsent.run(commentNoticeKey(id));
    quotes.run(commentNoticeKey(id), gone);
    const place = placeOf(id);
    for (const { id: messageId, message } of messages.all(issueId, `${place}"`)) {
      rewrite.run(withoutQuote(message, place), messageId);
    }
  };
}
