import type { UserId } from "#server/domain/ids.ts";
import { countOf, type Database, firstOf } from "#server/storage/database.ts";
import { sql } from "#server/storage/sql.ts";
import type { DeviceStore } from "./access-store.ts";

type DeviceRow = { user_id: number; expires_at: number };

export function deviceStore({ query }: Database): DeviceStore {
  return {
    add: async ({ tokenHash, userId, expiresAt }) =>
      void (await query(
        sql`INSERT INTO devices (token_hash, user_id, expires_at) VALUES (${tokenHash}, ${userId}, ${expiresAt})`,
      )),
    async find(tokenHash, now) {
      const select = sql`SELECT user_id, expires_at FROM devices WHERE token_hash = ${tokenHash} AND expires_at > ${now}`;
      const row = await firstOf(query<DeviceRow>(select));
      return row && { tokenHash, userId: row.user_id as UserId, expiresAt: row.expires_at };
    },
    removeExpired: (now) => countOf(query(sql`DELETE FROM devices WHERE expires_at <= ${now}`)),
  };
}
