import { keyColumns, keyOf, type KeyRow } from "#server/storage/layout/project-rows.ts";
import type { KeyStore } from "#server/storage/project-store.ts";
import type { Database } from "./database.ts";

const insertKey = `INSERT INTO keys (project_id, public_key, label, created_at, allowed_origins, events_per_minute)
  VALUES ($1, $2, $3, $4, $5, $6) RETURNING ${keyColumns}`;
const changeKey = `UPDATE keys SET label = $3, allowed_origins = $4, events_per_minute = $5
  WHERE project_id = $1 AND public_key = $2 AND revoked_at IS NULL RETURNING ${keyColumns}`;
const revokeKey = `UPDATE keys SET revoked_at = $3
  WHERE project_id = $1 AND public_key = $2 AND revoked_at IS NULL RETURNING ${keyColumns}`;
// Locked in the order of their names first: two processes that tell of the same keys cannot wait for each other.
const useKeys = `WITH locked AS (
    SELECT public_key FROM keys WHERE public_key = ANY($1::text[]) ORDER BY public_key FOR UPDATE
  ), used AS (SELECT name, max(at) AS at FROM unnest($1::text[], $2::bigint[]) AS u(name, at) GROUP BY name)
  UPDATE keys SET last_used_at = used.at FROM used JOIN locked ON locked.public_key = used.name
  WHERE keys.public_key = used.name AND coalesce(keys.last_used_at, 0) < used.at`;

export function keyStore({ query }: Database): KeyStore {
  return {
    async create({ projectId, publicKey, label, createdAt, allowedOrigins, eventsPerMinute }) {
      const limits = [JSON.stringify(allowedOrigins), eventsPerMinute ?? null];
      return keyOf((await query<KeyRow>(insertKey, projectId, publicKey, label, createdAt, ...limits))[0]!);
    },
    change: async ({ projectId, publicKey }, { label, allowedOrigins, eventsPerMinute }) => {
      const limits = [JSON.stringify(allowedOrigins), eventsPerMinute ?? null];
      return found(await query<KeyRow>(changeKey, projectId, publicKey, label, ...limits));
    },
    revoke: async ({ projectId, publicKey }, at) => found(await query<KeyRow>(revokeKey, projectId, publicKey, at)),
    used: async (uses) =>
      void (await query(
        useKeys,
        uses.map(({ publicKey }) => publicKey),
        uses.map(({ at }) => at),
      )),
  };
}

const found = ([row]: KeyRow[]) => row && keyOf(row);
