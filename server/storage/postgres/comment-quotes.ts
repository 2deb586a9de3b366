import type { CommentId, ProjectId } from "#server/domain/ids.ts";
import type { Notice } from "#server/domain/notice/notice.ts";
import { gone, placeOf, withoutQuote } from "#server/storage/layout/comment-quotes.ts";
import { commentNoticeKey } from "#server/storage/discussion-store.ts";
import { columnsOf } from "./columns.ts";
import type { Query } from "./database.ts";

const within = "project_id = $1 AND key >= $2 AND key < $2 || '~'";
const removeUnsent = `DELETE FROM notices WHERE ${within} AND planned_at IS NULL`;
const selectNotices = `SELECT id, notice AS json FROM notices WHERE ${within} FOR UPDATE`;
const selectMessages =
  "SELECT id, message AS json FROM messages WHERE project_id = $1 AND strpos(message, $2) > 0 FOR UPDATE";
const rewrite = (table: "notices" | "messages", column: "notice" | "message") =>
  `UPDATE ${table} t SET ${column} = anew.json FROM unnest($1::bigint[], $2::text[]) AS anew (id, json) WHERE t.id = anew.id`;
const rewriteNotices = rewrite("notices", "notice");
const rewriteMessages = rewrite("messages", "message");

type JsonRow = { id: number; json: string };

/**
 * Takes the words of a deleted comment out of what tells of it: notices that nobody has begun to send go altogether. For use
 * inside a transaction. Whoever plans them just now is waited for, and its message is found.
 */
export async function forgetQuotes(query: Query, projectId: ProjectId, id: CommentId): Promise<void> {
  const key = commentNoticeKey(id);
  const place = placeOf(id);
  const [, notices, messages] = await Promise.all([
    query(removeUnsent, projectId, key),
    query<JsonRow>(selectNotices, projectId, key),
    query<JsonRow>(selectMessages, projectId, `${place}"`),
  ]);
  await change(query, rewriteNotices, notices, (json) =>
    JSON.stringify({ ...(JSON.parse(json) as Notice), body: [gone] }),
  );
  await change(query, rewriteMessages, messages, (json) => withoutQuote(json, place));
}

async function change(query: Query, statement: string, rows: JsonRow[], anew: (json: string) => string): Promise<void> {
  if (rows.length > 0) await query(statement, ...columnsOf(rows.map(({ id, json }) => [id, anew(json)])));
}
