import { countOf, type Database } from "#server/storage/database.ts";
import { sql } from "#server/storage/sql.ts";
import type { UsedTokenStore } from "./factor-store.ts";

export function usedTokenStore({ query }: Database): UsedTokenStore {
  return {
    async markUsed(hash, expiresAt) {
      const insert = sql`INSERT INTO spent (hash, expires_at) VALUES (${hash}, ${expiresAt}) ON CONFLICT DO NOTHING`;
      return (await countOf(query(insert))) === 1;
    },
    removeExpired: (now) => countOf(query(sql`DELETE FROM spent WHERE expires_at <= ${now}`)),
  };
}
