import { type Database, firstOf } from "#server/storage/database.ts";
import { raw, sql } from "#server/storage/sql.ts";
import { keyColumns, keyOf, type KeyRow } from "./project-rows.ts";
import type { KeyName, KeyStore } from "./project-store.ts";

const columns = raw(keyColumns);
const isActive = ({ projectId, publicKey }: KeyName) =>
  sql`project_id = ${projectId} AND public_key = ${publicKey} AND revoked_at IS NULL`;

export function keyStore({ query, transaction }: Database): KeyStore {
  return {
    async create({
      projectId,
      publicKey,
      label,
      createdAt,
      allowedOrigins,
      eventsPerMinute = null,
    }) {
      const insert = sql`INSERT INTO keys (project_id, public_key, label, created_at, allowed_origins, events_per_minute)
        VALUES (${projectId}, ${publicKey}, ${label}, ${createdAt}, ${JSON.stringify(allowedOrigins)}, ${eventsPerMinute})
        RETURNING ${columns}`;
      return keyOf((await firstOf(query<KeyRow>(insert)))!);
    },
    async change(key, { label, allowedOrigins, eventsPerMinute = null }) {
      const change = sql`UPDATE keys SET label = ${label}, allowed_origins = ${JSON.stringify(allowedOrigins)},
        events_per_minute = ${eventsPerMinute} WHERE ${isActive(key)} RETURNING ${columns}`;
      return found(await firstOf(query<KeyRow>(change)));
    },
    async revoke(key, at) {
      const revoke = sql`UPDATE keys SET revoked_at = ${at} WHERE ${isActive(key)} RETURNING ${columns}`;
      return found(await firstOf(query<KeyRow>(revoke)));
    },
    used: (uses) =>
      transaction(async (query) => {
        // Sorted by name, so that two processes with the same keys can't deadlock.
        const ordered = uses.toSorted((one, other) => (one.publicKey < other.publicKey ? -1 : 1));
        await Promise.all(
          ordered.map(({ publicKey, at }) =>
            query(sql`UPDATE keys SET last_used_at = ${at}
              WHERE public_key = ${publicKey} AND coalesce(last_used_at, 0) < ${at}`),
          ),
        );
      }),
  };
}

const found = (row: KeyRow | undefined) => row && keyOf(row);
