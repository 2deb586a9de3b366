import type { Message } from "#server/domain/delivery/delivery.ts";
import type { CommentId, ProjectId } from "#server/domain/ids.ts";
import type { Notice } from "#server/domain/notice/notice.ts";
import type { Query } from "#server/storage/database.ts";
import { contains, forUpdate, raw, rowsOf, type Sql, sql } from "#server/storage/sql.ts";
import { commentNoticeKey } from "./discussion-store.ts";

type JsonRow = { id: number; json: string };

/**
 * Removes a deleted comment's text from notices and messages. Notices that are not planned yet are
 * deleted. Use in a transaction. Waits for a process that is planning them, and finds its message.
 */
export async function forgetQuotes(
  query: Query,
  projectId: ProjectId,
  id: CommentId,
): Promise<void> {
  const key = commentNoticeKey(id);
  const place = placeOf(id);
  const within = sql`project_id = ${projectId} AND key >= ${key} AND key < ${`${key}~`}`;
  const [, notices, messages] = await Promise.all([
    query(sql`DELETE FROM notices WHERE ${within} AND planned_at IS NULL`),
    query<JsonRow>(sql`SELECT id, notice AS json FROM notices WHERE ${within}${forUpdate}`),
    query<JsonRow>(sql`SELECT id, message AS json FROM messages
      WHERE project_id = ${projectId} AND ${contains(raw("message"), `${place}"`)}${forUpdate}`),
  ]);
  await rewrite(query, raw("notices"), raw("notice"), notices, (json) =>
    JSON.stringify({ ...(JSON.parse(json) as Notice), body: [gone] }),
  );
  await rewrite(query, raw("messages"), raw("message"), messages, (json) =>
    withoutQuote(json, place),
  );
}

async function rewrite(
  query: Query,
  table: Sql,
  column: Sql,
  rows: JsonRow[],
  anew: (json: string) => string,
): Promise<void> {
  if (rows.length === 0) return;
  const given = rowsOf(
    { id: "bigint", json: "text" },
    rows.map(({ id, json }) => [id, anew(json)]),
  );
  await query(
    sql`UPDATE ${table} SET ${column} = given.json FROM ${given} WHERE ${table}.id = given.id`,
  );
}

/** Replaces the text of a deleted comment in notices. */
const gone = "The comment was deleted.";

/** End of a comment's URL; in a message's JSON, a quotation mark follows. */
const placeOf = (id: CommentId): string => `#comment-${id}`;

/** Value of `messages.message` without the comment's text. */
function withoutQuote(json: string, place: string): string {
  const message = JSON.parse(json) as Message;
  const notices = message.notices.map((notice) =>
    notice.about.path.endsWith(place) ? { ...notice, body: [gone] } : notice,
  );
  return JSON.stringify({ ...message, notices });
}
