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

/** Notices of the lane up to an id that wait to be planned. */
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
 * For use inside a transaction, as late in it as may be. Numbered in the order of commits: what is
 * planned up to a number is all that there is up to it. A notice whose key is known is left out.
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
 * For use inside a transaction, first of all: a second job that follows waits here, and then learns
 * that it is elsewhere (false).
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
