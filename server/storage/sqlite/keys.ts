import type { ProjectId } from "#server/domain/ids.ts";
import type { Key } from "#server/domain/project/project.ts";
import type { KeyStore } from "#server/storage/project-store.ts";
import type { Connections } from "./connections.ts";
import { prepare } from "./statement.ts";
import type { Write } from "./writing.ts";

export type KeyRow = {
  project_id: number;
  public_key: string;
  label: string;
  created_at: number;
  revoked_at: number | null;
  allowed_origins: string;
  events_per_minute: number | null;
  last_used_at: number | null;
};

const columns =
  "project_id, public_key, label, created_at, revoked_at, allowed_origins, events_per_minute, last_used_at";
export const selectKey = `SELECT ${columns} FROM keys`;

const insertKey = `INSERT INTO keys (project_id, public_key, label, created_at, allowed_origins, events_per_minute)
  VALUES (?, ?, ?, ?, ?, ?) RETURNING ${columns}`;
const changeKey = `UPDATE keys SET label = ?, allowed_origins = ?, events_per_minute = ?
  WHERE project_id = ? AND public_key = ? AND revoked_at IS NULL RETURNING ${columns}`;
const revokeKey = `UPDATE keys SET revoked_at = ? WHERE project_id = ? AND public_key = ? AND revoked_at IS NULL
  RETURNING ${columns}`;
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

export function keyOf(row: KeyRow): Key {
  return {
    projectId: row.project_id as ProjectId,
    publicKey: row.public_key,
    label: row.label,
    createdAt: row.created_at,
    ...(row.revoked_at !== null && { revokedAt: row.revoked_at }),
    allowedOrigins: JSON.parse(row.allowed_origins) as string[],
    ...(row.events_per_minute !== null && { eventsPerMinute: row.events_per_minute }),
    ...(row.last_used_at !== null && { lastUsedAt: row.last_used_at }),
  };
}
