import type { SessionStore } from "#server/storage/access-store.ts";
import { sessionColumns, sessionOf, type SessionRow } from "#server/storage/layout/access-rows.ts";
import type { Connections } from "./connections.ts";
import { prepare } from "./statement.ts";
import type { Write } from "./writing.ts";

export function sessionStore({ reader, writer }: Connections, write: Write): SessionStore {
  const insert = prepare(writer, `INSERT INTO sessions (${sessionColumns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`);
  const find = prepare<SessionRow>(
    reader,
    `SELECT ${sessionColumns} FROM sessions WHERE token_hash = ? AND expires_at > ?`,
  );
  const list = prepare<SessionRow>(
    reader,
    `SELECT ${sessionColumns} FROM sessions WHERE user_id = ? AND expires_at > ? ORDER BY last_seen_at DESC, created_at DESC`,
  );
  const touch = prepare(
    writer,
    "UPDATE sessions SET last_seen_at = ?, expires_at = ?, address = ? WHERE token_hash = ?",
  );
  const remove = prepare(writer, "DELETE FROM sessions WHERE token_hash = ?");
  const removeOne = prepare(writer, "DELETE FROM sessions WHERE user_id = ? AND substr(token_hash, 1, ?) = ?");
  const removeOthers = prepare(writer, "DELETE FROM sessions WHERE user_id = ? AND token_hash <> ?");
  const removeExpired = prepare(writer, "DELETE FROM sessions WHERE expires_at <= ?");

  return {
    create: (session) =>
      write(() => {
        const { tokenHash, userId, createdAt, expiresAt, lastSeenAt, address, userAgent } = session;
        const secondFactor = Number(session.secondFactor ?? false);
        insert.run(tokenHash, userId, createdAt, expiresAt, lastSeenAt, address, userAgent, secondFactor);
      }),
    async find(tokenHash, now) {
      const row = find.get(tokenHash, now);
      return row && sessionOf(row);
    },
    list: async (userId, now) => list.all(userId, now).map(sessionOf),
    touch: (tokenHash, { lastSeenAt, expiresAt, address }) =>
      write(() => void touch.run(lastSeenAt, expiresAt, address, tokenHash)),
    remove: (tokenHash) => write(() => void remove.run(tokenHash)),
    removeOf: (userId, which) =>
      write(() =>
        "id" in which ? removeOne.run(userId, which.id.length, which.id) : removeOthers.run(userId, which.allBut ?? ""),
      ),
    removeExpired: (now) => write(() => removeExpired.run(now)),
  };
}
