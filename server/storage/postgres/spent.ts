import type { SpentStore } from "#server/storage/factor-store.ts";
import type { Database } from "./database.ts";

const insert = "INSERT INTO spent (hash, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING";

export function spentStore({ query }: Database): SpentStore {
  return {
    spend: async (hash, expiresAt) => (await query(insert, hash, expiresAt)).count === 1,
    removeExpired: async (now) => (await query("DELETE FROM spent WHERE expires_at <= $1", now)).count,
  };
}
