import type { DatabaseSync } from "node:sqlite";
import {
  laneKey,
  type LaneRow,
  noticeOf,
  type NoticeRow,
  noticeValues,
  waitingLaneOf,
} from "#server/storage/layout/notice-rows.ts";
import type { NewNotice, NoticeStore, Place } from "#server/storage/notice-store.ts";
import type { Connections } from "./connections.ts";
import { prepare } from "./statement.ts";
import type { Write } from "./writing.ts";

const selectWaiting = `SELECT recipient, project_id, urgent, count(*) AS count, min(at) AS first_at, max(id) AS last_id
  FROM notices WHERE planned_at IS NULL GROUP BY recipient, project_id, urgent`;
const selectUnplanned = `SELECT id, key, at, notice FROM notices
  WHERE planned_at IS NULL AND recipient = ? AND project_id = ? AND urgent = ? AND id <= ? ORDER BY id LIMIT ?`;

export function noticeStore({ reader, writer }: Connections, write: Write): NoticeStore {
  const position = prepare<{ position: number }>(reader, "SELECT position FROM followers WHERE name = ?");
  const { insert, move } = addNotices(writer);
  const waiting = prepare<LaneRow>(reader, selectWaiting);
  const unplanned = prepare<NoticeRow>(reader, selectUnplanned);

  return {
    add: (notices, place) =>
      write(() => {
        if (place && !move(place)) return;
        for (const notice of notices) insert(notice);
      }),
    position: async (follower) => position.get(follower)?.position,
    waiting: async () => waiting.all().map(waitingLaneOf),
    unplanned: async (lane, { lastId, limit }) =>
      unplanned.all(...laneKey(lane), lastId, limit).map((row) => noticeOf(row, lane)),
  };
}

/** For use inside a transaction: a notice, unless its key is known, and how far a follower has got; false: it is elsewhere. */
export function addNotices(writer: DatabaseSync) {
  const insert = prepare(
    writer,
    `INSERT INTO notices (key, at, project_id, recipient, notice, urgent) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  );
  const begin = prepare(writer, "INSERT INTO followers (name, position) VALUES (?, ?) ON CONFLICT DO NOTHING");
  const go = prepare(writer, "UPDATE followers SET position = ? WHERE name = ? AND position = ?");
  return {
    insert: (notice: NewNotice) => void insert.run(...noticeValues(notice)),
    move: ({ follower, after, position }: Place): boolean =>
      (after === undefined ? begin.run(follower, position) : go.run(position, follower, after)) > 0,
  };
}
