import {
  countOf,
  type Database,
  firstOf,
  type Query,
  type Locks,
} from "#server/storage/database.ts";
import { rowsOf, sql } from "#server/storage/sql.ts";
import {
  laneKey,
  type LaneRow,
  noticeOf,
  type NoticeRow,
  noticeValues,
  waitingLaneOf,
} from "./notice-rows.ts";
import type { Lane, NewNotice, NoticeStore, Place } from "./notice-store.ts";

export function noticeStore({ query, transaction, locks }: Database): NoticeStore {
  return {
    add: (notices, place) =>
      transaction(async (query) => {
        if (!place || (await moveFollower(query, place))) await addNotices(query, locks, notices);
      }),
    async position(follower) {
      const select = sql`SELECT position FROM followers WHERE name = ${follower}`;
      return (await firstOf(query<{ position: number }>(select)))?.position;
    },
    async waiting() {
      const rows =
        await query<LaneRow>(sql`SELECT recipient, project_id, urgent, count(*) AS count, min(at) AS first_at,
          max(id) AS last_id
        FROM notices WHERE planned_at IS NULL GROUP BY recipient, project_id, urgent
        ORDER BY recipient, project_id, urgent`);
      return rows.map(waitingLaneOf);
    },
    async unplanned(lane, { lastId, limit }) {
      const rows = await query<NoticeRow>(
        sql`SELECT id, key, at, notice FROM notices WHERE ${isUnplanned(lane, lastId)} ORDER BY id LIMIT ${limit}`,
      );
      return rows.map((row) => noticeOf(row, lane));
    },
  };
}

/** The lane's unplanned notices up to an ID. */
export function isUnplanned(lane: Lane, lastId: number) {
  const [recipient, projectId, urgent] = laneKey(lane);
  return sql`planned_at IS NULL AND recipient = ${recipient} AND project_id = ${projectId} AND urgent = ${urgent}
    AND id <= ${lastId}`;
}

const noticeColumns = {
  id: "bigint",
  key: "text",
  at: "bigint",
  project_id: "bigint",
  recipient: "text",
  notice: "text",
  urgent: "bigint",
} as const;

/**
 * Use as late in a transaction as possible. IDs follow the order of commits, so planning up to an
 * ID misses nothing. A notice with a known key is skipped.
 */
export async function addNotices(query: Query, locks: Locks, notices: NewNotice[]): Promise<void> {
  if (notices.length === 0) return;
  const ids = await locks.takeNumbers(query, "notices", notices.length);
  const rows = notices.map((notice, at) => [ids[at]!, ...noticeValues(notice)]);
  await query(sql`INSERT INTO notices (id, key, at, project_id, recipient, notice, urgent)
    SELECT id, key, at, project_id, recipient, notice, urgent FROM ${rowsOf(noticeColumns, rows)}
    WHERE true ORDER BY place ON CONFLICT (key) DO NOTHING`);
}

/**
 * Use first in a transaction. A second job that follows waits here, and then gets false because the
 * position changed.
 */
export async function moveFollower(
  query: Query,
  { follower, after, position }: Place,
): Promise<boolean> {
  const move =
    after === undefined
      ? sql`INSERT INTO followers (name, position) VALUES (${follower}, ${position}) ON CONFLICT (name) DO NOTHING`
      : sql`UPDATE followers SET position = ${position} WHERE name = ${follower} AND position = ${after}`;
  return (await countOf(query(move))) > 0;
}
