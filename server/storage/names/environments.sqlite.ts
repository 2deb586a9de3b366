import type { DatabaseSync } from "node:sqlite";
import { prepare } from "#server/storage/sqlite/statement.ts";

/**
 * The row of an environment that the project has seen; the empty name means that an event has none.
 */
export function findEnvironment(
  reader: DatabaseSync,
): (projectId: number, name: string) => number | undefined {
  const find = prepare<{ id: number }>(
    reader,
    "SELECT id FROM environments WHERE project_id = ? AND name = ?",
  );
  return (projectId, name) => find.get(projectId, name)?.id;
}

/** Finds or creates the row, at once; PostgreSQL finds those of a batch in one statement. */
export function ensureEnvironment(
  writer: DatabaseSync,
): (projectId: number, name: string) => number {
  const find = findEnvironment(writer);
  const insert = prepare<{ id: number }>(
    writer,
    "INSERT INTO environments (project_id, name) VALUES (?, ?) RETURNING id",
  );
  return (projectId, name) => find(projectId, name) ?? insert.get(projectId, name)!.id;
}
