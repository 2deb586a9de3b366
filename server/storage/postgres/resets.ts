import type { UserId } from "#server/domain/ids.ts";
import type { ResetStore } from "#server/storage/access-store.ts";
import type { Database } from "./database.ts";

type ResetRow = { user_id: number; created_at: number; expires_at: number };

const insert = "INSERT INTO resets (token_hash, user_id, created_at, expires_at) VALUES ($1, $2, $3, $4)";
const select = "SELECT user_id, created_at, expires_at FROM resets WHERE token_hash = $1 AND expires_at > $2";
const count = "SELECT count(*) AS pending FROM resets WHERE user_id = $1 AND expires_at > $2";
const lockUser = "SELECT id FROM users WHERE id = $1 FOR UPDATE";
const setPassword = "UPDATE users SET password_hash = $2 WHERE id = $1";

export function resetStore({ query, transaction }: Database): ResetStore {
  return {
    create: ({ tokenHash, userId, createdAt, expiresAt }, atMost = Infinity) =>
      transaction(async (query) => {
        // Whoever counts beside another would not see theirs.
        await query(lockUser, userId);
        const [row] = await query<{ pending: number }>(count, userId, createdAt);
        if (row!.pending >= atMost) return false;
        await query(insert, tokenHash, userId, createdAt, expiresAt);
        return true;
      }),
    async find(tokenHash, now) {
      const [row] = await query<ResetRow>(select, tokenHash, now);
      if (!row) return undefined;
      return { tokenHash, userId: row.user_id as UserId, createdAt: row.created_at, expiresAt: row.expires_at };
    },
    use: (tokenHash, passwordHash, now) =>
      transaction(async (query) => {
        const [row] = await query<ResetRow>(select, tokenHash, now);
        if (!row) return "gone";
        // Another link of the same person's may be used at this moment: whoever waited here looks once more.
        await query(lockUser, row.user_id);
        if ((await query(select, tokenHash, now)).length === 0) return "gone";
        await Promise.all([
          query(setPassword, row.user_id, passwordHash),
          query("DELETE FROM resets WHERE user_id = $1", row.user_id),
          query("DELETE FROM sessions WHERE user_id = $1", row.user_id),
        ]);
        return row.user_id as UserId;
      }),
    removeExpired: async (now) => (await query("DELETE FROM resets WHERE expires_at <= $1", now)).count,
  };
}
