import type { DatabaseSync } from "node:sqlite";
import type { NewNotice, NoticeStore } from "#server/storage/notice-store.ts";
import type { Connections } from "./connections.ts";
import { prepare } from "./statement.ts";
import type { Write } from "./writing.ts";

export function noticeStore({ reader, writer }: Connections, write: Write): NoticeStore {
  const position = prepare<{ position: number }>(reader, "SELECT position FROM followers WHERE name = ?");
  const { insert, move } = addNotices(writer);

  return {
    add: (notices, place) =>
      write(() => {
        for (const notice of notices) insert(notice);
        if (place) move(place);
      }),
    position: async (follower) => position.get(follower)?.position,
  };
}

/** For use inside a transaction: a notice, unless its key is known, and how far a follower has got. */
export function addNotices(writer: DatabaseSync) {
  const insert = prepare(
    writer,
    "INSERT INTO notices (key, at, project_id, recipient, notice) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
  );
  const move = prepare(
    writer,
    "INSERT INTO followers (name, position) VALUES (?, ?) ON CONFLICT DO UPDATE SET position = excluded.position",
  );
  return {
    insert: ({ key, at, projectId, to, notice }: NewNotice) =>
      void insert.run(key, at, projectId, recipientOf(to), JSON.stringify(notice)),
    move: ({ follower, position }: { follower: string; position: number }) => void move.run(follower, position),
  };
}

/** What `notices.recipient` holds. */
export const recipientOf = (to: NewNotice["to"]): string =>
  to.kind === "rule" ? `rule:${to.ruleId}` : `person:${to.userId}`;
