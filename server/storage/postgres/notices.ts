import {
  laneKey,
  type LaneRow,
  noticeOf,
  type NoticeRow,
  noticeValues,
  waitingLaneOf,
} from "#server/storage/layout/notice-rows.ts";
import type { NewNotice, NoticeStore, Place } from "#server/storage/notice-store.ts";
import { columnsOf } from "./columns.ts";
import type { Database, Query } from "./database.ts";
import { nounQuery } from "./noun-database.ts";
import { takeNumbers } from "./turns.ts";

const selectPosition = "SELECT position FROM followers WHERE name = $1";
const selectWaiting = `SELECT recipient, project_id, urgent, count(*) AS count, min(at) AS first_at, max(id) AS last_id
  FROM notices WHERE planned_at IS NULL GROUP BY recipient, project_id, urgent ORDER BY recipient, project_id, urgent`;
const selectUnplanned = `SELECT id, key, at, notice FROM notices
  WHERE planned_at IS NULL AND recipient = $1 AND project_id = $2 AND urgent = $3 AND id <= $4 ORDER BY id LIMIT $5`;
const insert = `INSERT INTO notices (id, key, at, project_id, recipient, notice, urgent)
  SELECT * FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[], $5::text[], $6::text[], $7::bigint[])
  ON CONFLICT (key) DO NOTHING`;
const begin = "INSERT INTO followers (name, position) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING";
const move = "UPDATE followers SET position = $2 WHERE name = $1 AND position = $3";

export function noticeStore({ query, transaction }: Database): NoticeStore {
  return {
    add: (notices, place) =>
      transaction(async (query) => {
        if (!place || (await moveFollower(query, place))) await addNotices(query, notices);
      }),
    position: async (follower) => (await query<{ position: number }>(selectPosition, follower))[0]?.position,
    waiting: async () => (await query<LaneRow>(selectWaiting)).map(waitingLaneOf),
    unplanned: async (lane, { lastId, limit }) =>
      (await query<NoticeRow>(selectUnplanned, ...laneKey(lane), lastId, limit)).map((row) => noticeOf(row, lane)),
  };
}

/**
 * For use inside a transaction, as late in it as may be. Numbered in the order of commits: what is planned up to a number is all
 * that there is up to it.
 */
export async function addNotices(query: Query, notices: NewNotice[]): Promise<void> {
  if (notices.length === 0) return;
  const rows = notices.map((notice) => [...noticeValues(notice)]);
  await query(insert, await takeNumbers(nounQuery(query), "notices", notices.length), ...columnsOf(rows));
}

/** For use inside a transaction, first of all: whoever else follows waits here, and then learns that it is elsewhere (false). */
export async function moveFollower(query: Query, { follower, after, position }: Place): Promise<boolean> {
  const moved =
    after === undefined ? await query(begin, follower, position) : await query(move, follower, position, after);
  return moved.count > 0;
}
