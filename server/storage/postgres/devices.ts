import type { UserId } from "#server/domain/ids.ts";
import type { DeviceStore } from "#server/storage/access-store.ts";
import type { Database } from "./database.ts";

type DeviceRow = { user_id: number; expires_at: number };

const insert = "INSERT INTO devices (token_hash, user_id, expires_at) VALUES ($1, $2, $3)";
const select = "SELECT user_id, expires_at FROM devices WHERE token_hash = $1 AND expires_at > $2";

export function deviceStore({ query }: Database): DeviceStore {
  return {
    add: async ({ tokenHash, userId, expiresAt }) => void (await query(insert, tokenHash, userId, expiresAt)),
    async find(tokenHash, now) {
      const [row] = await query<DeviceRow>(select, tokenHash, now);
      return row && { tokenHash, userId: row.user_id as UserId, expiresAt: row.expires_at };
    },
    removeExpired: async (now) => (await query("DELETE FROM devices WHERE expires_at <= $1", now)).count,
  };
}
