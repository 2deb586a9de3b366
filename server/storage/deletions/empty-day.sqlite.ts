import type { DatabaseSync } from "node:sqlite";
import type { ProjectId } from "#server/domain/ids.ts";
import { atOnce } from "#server/storage/sqlite/at-once.ts";
import { batchOf, lastIdOf } from "#server/storage/sqlite/batch-ids.ts";
import { emptyTables } from "./empty-tables.sqlite.ts";
import { prepare } from "#server/storage/sqlite/statement.ts";
import { rowIdsOf } from "#server/storage/traces/ids.ts";

const rowsPerSlice = 200;

/**
 * Deletes a slice of a project from a day's file; true when none of its data can be found there.
 * Event packs without other data are deleted as well. Span packs stay until the day is unlinked,
 * because only the rows knew which bytes belong to whom.
 */
export function emptyDay(database: DatabaseSync, projectId: ProjectId): boolean {
  return atOnce(
    database,
    () => !removeEvents(database, "project_id", projectId) && !removeTraces(database, projectId),
  );
}

/** The same for one issue's events. */
export function emptyDayOfIssue(database: DatabaseSync, issueId: number): boolean {
  return atOnce(database, () => !removeEvents(database, "issue_id", issueId));
}

function removeEvents(
  database: DatabaseSync,
  column: "project_id" | "issue_id",
  of: number,
): boolean {
  const slice = prepare<{ id: number; pack_id: number }>(
    database,
    `SELECT id, pack_id FROM events WHERE ${column} = ? LIMIT ${rowsPerSlice}`,
  ).all(of);
  const remove = prepare(database, "DELETE FROM events WHERE id = ?");
  for (const { id } of slice) remove.run(id);
  // A pack contains events of one batch, and their IDs contain the batch.
  const others = prepare<{ id: number }>(
    database,
    "SELECT id FROM events WHERE id > ? AND id <= ? AND pack_id = ? LIMIT 1",
  );
  const removePack = prepare(database, "DELETE FROM packs WHERE id = ?");
  for (const pack of new Set(slice.map(({ pack_id }) => pack_id))) {
    const batch = batchOf(pack);
    if (!others.get(lastIdOf(batch - 1), lastIdOf(batch), pack)) removePack.run(pack);
  }
  return slice.length > 0;
}

function removeTraces(database: DatabaseSync, projectId: ProjectId): boolean {
  const [from, below] = rowIdsOf(projectId);
  const run = (sql: string, ...values: number[]) => prepare(database, sql).run(...values);
  const someTraces = `SELECT id FROM traces WHERE id >= ? AND id < ? LIMIT ${rowsPerSlice}`;
  if (run(`DELETE FROM traces WHERE id IN (${someTraces})`, from, below) > 0) return true;
  run("DELETE FROM traces_before WHERE id >= ? AND id < ?", from, below);
  run("DELETE FROM trace_parts WHERE trace >= ? AND trace < ?", from, below);
  run(
    "DELETE FROM trace_terms WHERE key_id IN (SELECT id FROM trace_keys WHERE project_id = ?)",
    projectId,
  );
  return emptyTables(database)(projectId);
}
