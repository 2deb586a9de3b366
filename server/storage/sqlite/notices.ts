import type { DatabaseSync } from "node:sqlite";
import type { AlertRuleId, ProjectId, UserId } from "#server/domain/ids.ts";
import type { Notice } from "#server/domain/notice/notice.ts";
import type { Lane, NewNotice, NoticeStore } from "#server/storage/notice-store.ts";
import type { Connections } from "./connections.ts";
import { prepare } from "./statement.ts";
import type { Write } from "./writing.ts";

type LaneRow = {
  recipient: string;
  project_id: number;
  urgent: number;
  count: number;
  first_at: number;
  last_id: number;
};
type NoticeRow = { id: number; key: string; at: number; notice: string };

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
        for (const notice of notices) insert(notice);
        if (place) move(place);
      }),
    position: async (follower) => position.get(follower)?.position,
    waiting: async () =>
      waiting.all().map(({ recipient, project_id, urgent, count, first_at, last_id }) => ({
        ...{ to: toOf(recipient), projectId: project_id as ProjectId, isTest: urgent === 1 },
        ...{ count, firstAt: first_at, lastId: last_id },
      })),
    unplanned: async (lane, { lastId, limit }) =>
      unplanned.all(...laneKey(lane), lastId, limit).map(({ id, key, at, notice }) => ({
        ...{ id, key, at, projectId: lane.projectId, to: lane.to },
        notice: JSON.parse(notice) as Notice,
      })),
  };
}

/** For use inside a transaction: a notice, unless its key is known, and how far a follower has got. */
export function addNotices(writer: DatabaseSync) {
  const insert = prepare(
    writer,
    `INSERT INTO notices (key, at, project_id, recipient, notice, urgent) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  );
  const move = prepare(
    writer,
    "INSERT INTO followers (name, position) VALUES (?, ?) ON CONFLICT DO UPDATE SET position = excluded.position",
  );
  return {
    insert: ({ key, at, projectId, to, notice }: NewNotice) =>
      void insert.run(key, at, projectId, recipientOf(to), JSON.stringify(notice), Number(notice.kind === "test")),
    move: ({ follower, position }: { follower: string; position: number }) => void move.run(follower, position),
  };
}

/** What `notices.recipient` holds. */
export const recipientOf = (to: NewNotice["to"]): string =>
  to.kind === "rule" ? `rule:${to.ruleId}` : `person:${to.userId}`;

const toOf = (recipient: string): NewNotice["to"] => {
  const [kind, id] = recipient.split(":");
  return kind === "rule"
    ? { kind, ruleId: Number(id) as AlertRuleId }
    : { kind: "person", userId: Number(id) as UserId };
};

/** Recipient, project, urgency: how the waiting index finds a lane. */
export const laneKey = ({ to, projectId, isTest }: Lane): [string, number, number] => [
  recipientOf(to),
  projectId,
  Number(isTest),
];
