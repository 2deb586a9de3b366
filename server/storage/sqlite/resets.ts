import type { UserId } from "#server/domain/ids.ts";
import type { ResetStore } from "#server/storage/access-store.ts";
import type { Connections } from "./connections.ts";
import { prepare } from "./statement.ts";
import type { Write } from "./writing.ts";

type ResetRow = { user_id: number; created_at: number; expires_at: number };

const select = "SELECT user_id, created_at, expires_at FROM resets WHERE token_hash = ? AND expires_at > ?";

export function resetStore({ reader, writer }: Connections, write: Write): ResetStore {
  const insert = prepare(
    writer,
    "INSERT INTO resets (token_hash, user_id, created_at, expires_at) VALUES (?, ?, ?, ?)",
  );
  const count = prepare<{ pending: number }>(
    writer,
    "SELECT count(*) AS pending FROM resets WHERE user_id = ? AND expires_at > ?",
  );
  const find = prepare<ResetRow>(reader, select);
  const findToUse = prepare<ResetRow>(writer, select);
  const removeAll = prepare(writer, "DELETE FROM resets WHERE user_id = ?");
  const endSessions = prepare(writer, "DELETE FROM sessions WHERE user_id = ?");
  const setPassword = prepare(writer, "UPDATE users SET password_hash = ? WHERE id = ?");
  const removeExpired = prepare(writer, "DELETE FROM resets WHERE expires_at <= ?");

  return {
    create: ({ tokenHash, userId, createdAt, expiresAt }, atMost = Infinity) =>
      write(() => {
        if (count.get(userId, createdAt)!.pending >= atMost) return false;
        insert.run(tokenHash, userId, createdAt, expiresAt);
        return true;
      }),
    async find(tokenHash, now) {
      const row = find.get(tokenHash, now);
      if (!row) return undefined;
      return { tokenHash, userId: row.user_id as UserId, createdAt: row.created_at, expiresAt: row.expires_at };
    },
    use: (tokenHash, passwordHash, now) =>
      write(() => {
        const row = findToUse.get(tokenHash, now);
        if (!row) return "gone";
        setPassword.run(passwordHash, row.user_id);
        removeAll.run(row.user_id);
        endSessions.run(row.user_id);
        return row.user_id as UserId;
      }),
    removeExpired: (now) => write(() => removeExpired.run(now)),
  };
}
