import type { SpentStore } from "#server/storage/factor-store.ts";
import type { Connections } from "./connections.ts";
import { prepare } from "./statement.ts";
import type { Write } from "./writing.ts";

export function spentStore({ writer }: Connections, write: Write): SpentStore {
  const insert = prepare(writer, "INSERT INTO spent (hash, expires_at) VALUES (?, ?) ON CONFLICT DO NOTHING");
  const removeExpired = prepare(writer, "DELETE FROM spent WHERE expires_at <= ?");
  return {
    spend: (hash, expiresAt) => write(() => insert.run(hash, expiresAt) === 1),
    removeExpired: (now) => write(() => removeExpired.run(now)),
  };
}
