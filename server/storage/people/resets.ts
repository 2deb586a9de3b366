import type { UserId } from "#server/domain/ids.ts";
import { countOf, type Database, firstOf, type Query } from "#server/storage/database.ts";
import { forUpdate, sql } from "#server/storage/sql.ts";
import type { ResetStore } from "./access-store.ts";

type ResetRow = { user_id: number; created_at: number; expires_at: number };

export function resetStore({ query, transaction }: Database): ResetStore {
  return {
    create: ({ tokenHash, userId, createdAt, expiresAt }, atMost = Infinity) =>
      transaction(async (query) => {
        // Two concurrent counts would not see each other's row.
        await lockUser(query, userId);
        const pending = sql`SELECT token_hash FROM resets WHERE user_id = ${userId} AND expires_at > ${createdAt}`;
        if ((await countOf(query(pending))) >= atMost) return false;
        await query(sql`INSERT INTO resets (token_hash, user_id, created_at, expires_at)
          VALUES (${tokenHash}, ${userId}, ${createdAt}, ${expiresAt})`);
        return true;
      }),
    async find(tokenHash, now) {
      const row = await findReset(query, tokenHash, now);
      if (!row) return undefined;
      return {
        tokenHash,
        userId: row.user_id as UserId,
        createdAt: row.created_at,
        expiresAt: row.expires_at,
      };
    },
    use: (tokenHash, passwordHash, now) =>
      transaction(async (query) => {
        const row = await findReset(query, tokenHash, now);
        if (!row) return "gone";
        // Another link of the same user may be used concurrently, so the link is looked up again
        // after the wait.
        await lockUser(query, row.user_id);
        if (!(await findReset(query, tokenHash, now))) return "gone";
        await Promise.all([
          query(sql`UPDATE users SET password_hash = ${passwordHash} WHERE id = ${row.user_id}`),
          query(sql`DELETE FROM resets WHERE user_id = ${row.user_id}`),
          query(sql`DELETE FROM sessions WHERE user_id = ${row.user_id}`),
        ]);
        return row.user_id as UserId;
      }),
    removeExpired: (now) => countOf(query(sql`DELETE FROM resets WHERE expires_at <= ${now}`)),
  };
}

const findReset = (query: Query, tokenHash: string, now: number) =>
  firstOf(
    query<ResetRow>(sql`SELECT user_id, created_at, expires_at FROM resets
      WHERE token_hash = ${tokenHash} AND expires_at > ${now}`),
  );

const lockUser = (query: Query, userId: number) =>
  query(sql`SELECT id FROM users WHERE id = ${userId}${forUpdate}`);
