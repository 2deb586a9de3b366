import type { UserId } from "#server/domain/ids.ts";
import type { DeviceStore } from "#server/storage/access-store.ts";
import type { Connections } from "./connections.ts";
import { prepare } from "./statement.ts";
import type { Write } from "./writing.ts";

type DeviceRow = { user_id: number; expires_at: number };

export function deviceStore({ reader, writer }: Connections, write: Write): DeviceStore {
  const insert = prepare(writer, "INSERT INTO devices (token_hash, user_id, expires_at) VALUES (?, ?, ?)");
  const find = prepare<DeviceRow>(
    reader,
    "SELECT user_id, expires_at FROM devices WHERE token_hash = ? AND expires_at > ?",
  );
  const removeExpired = prepare(writer, "DELETE FROM devices WHERE expires_at <= ?");

  return {
    add: ({ tokenHash, userId, expiresAt }) => write(() => void insert.run(tokenHash, userId, expiresAt)),
    async find(tokenHash, now) {
      const row = find.get(tokenHash, now);
      return row && { tokenHash, userId: row.user_id as UserId, expiresAt: row.expires_at };
    },
    removeExpired: (now) => write(() => removeExpired.run(now)),
  };
}
