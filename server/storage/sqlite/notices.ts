import type { NewNotice, NoticeStore } from "#server/storage/notice-store.ts";
import type { Connections } from "./connections.ts";
import { prepare } from "./statement.ts";
import type { Write } from "./writing.ts";

export function noticeStore({ reader, writer }: Connections, write: Write): NoticeStore {
  const position = prepare<{ position: number }>(reader, "SELECT position FROM followers WHERE name = ?");
  const insert = prepare(
    writer,
    "INSERT INTO notices (key, at, project_id, recipient, notice) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
  );
  const move = prepare(
    writer,
    "INSERT INTO followers (name, position) VALUES (?, ?) ON CONFLICT DO UPDATE SET position = excluded.position",
  );

  return {
    add: (notices, place) =>
      write(() => {
        for (const { key, at, projectId, to, notice } of notices) {
          insert.run(key, at, projectId, recipientOf(to), JSON.stringify(notice));
        }
        if (place) move.run(place.follower, place.position);
      }),
    position: async (follower) => position.get(follower)?.position,
  };
}

/** What `notices.recipient` holds. */
export const recipientOf = (to: NewNotice["to"]): string =>
  to.kind === "rule" ? `rule:${to.ruleId}` : `person:${to.userId}`;
