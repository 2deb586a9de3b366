import type { KeyStore } from "#server/storage/project-store.ts";
import { keyColumns, keyOf, type KeyRow } from "#server/storage/layout/project-rows.ts";
import type { Connections } from "./connections.ts";
import { prepare } from "./statement.ts";
import type { Write } from "./writing.ts";

const insertKey = `INSERT INTO keys (project_id, public_key, label, created_at, allowed_origins, events_per_minute)
  VALUES (?, ?, ?, ?, ?, ?) RETURNING ${keyColumns}`;
const changeKey = `UPDATE keys SET label = ?, allowed_origins = ?, events_per_minute = ?
  WHERE project_id = ? AND public_key = ? AND revoked_at IS NULL RETURNING ${keyColumns}`;
const revokeKey = `UPDATE keys SET revoked_at = ? WHERE project_id = ? AND public_key = ? AND revoked_at IS NULL
  RETURNING ${keyColumns}`;
const useKey = `UPDATE keys SET last_used_at = ?1 WHERE public_key = ?2 AND coalesce(last_used_at, 0) < ?1`;

export function keyStore({ writer }: Connections, write: Write): KeyStore {
  const insert = prepare<KeyRow>(writer, insertKey);
  const change = prepare<KeyRow>(writer, changeKey);
  const revoke = prepare<KeyRow>(writer, revokeKey);
  const use = prepare(writer, useKey);

  return {
    create: ({ projectId, publicKey, label, createdAt, allowedOrigins, eventsPerMinute }) =>
      write(() =>
        keyOf(
          insert.get(projectId, publicKey, label, createdAt, JSON.stringify(allowedOrigins), eventsPerMinute ?? null)!,
        ),
      ),
    change: ({ projectId, publicKey }, { label, allowedOrigins, eventsPerMinute }) =>
      write(() =>
        found(change.get(label, JSON.stringify(allowedOrigins), eventsPerMinute ?? null, projectId, publicKey)),
      ),
    revoke: ({ projectId, publicKey }, at) => write(() => found(revoke.get(at, projectId, publicKey))),
    used: (uses) =>
      write(() => {
        for (const { publicKey, at } of uses) use.run(at, publicKey);
      }),
  };
}

const found = (row: KeyRow | undefined) => row && keyOf(row);
