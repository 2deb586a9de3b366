import type { DatabaseSync } from "node:sqlite";
import type { ProjectId } from "#server/domain/ids.ts";
import { prepare } from "#server/storage/sqlite/statement.ts";

const rowsPerSlice = 500;
const foreignKeyErrorCode = 787;

/** The audit log outlives the projects it refers to. */
const kept = new Set(["audit"]);

/**
 * Deletes a slice of the rows that reference a project; false if there are none. Tables are found
 * by their column, so new tables are included.
 */
export function emptyTables(writer: DatabaseSync): (projectId: ProjectId) => boolean {
  const deletes = tablesOfProjects(writer).map((table) =>
    prepare(writer, deleteSlice(writer, table)),
  );
  return (projectId) => {
    let refused: unknown;
    for (const rows of deletes) {
      try {
        if (rows.run(projectId) > 0) return true;
      } catch (error) {
        // Rows of another table still reference these; those are deleted first.
        if ((error as { errcode?: number }).errcode !== foreignKeyErrorCode) throw error;
        refused = error;
      }
    }
    if (refused !== undefined) throw refused;
    return false;
  };
}

function tablesOfProjects(writer: DatabaseSync): string[] {
  const tables = prepare<{ name: string }>(
    writer,
    `SELECT t.name FROM pragma_table_list AS t JOIN pragma_table_info(t.name) AS c
      WHERE t.schema = 'main' AND t.type = 'table' AND c.name = 'project_id' ORDER BY t.name`,
  );
  return tables.all().flatMap(({ name }) => (kept.has(name) ? [] : [name]));
}

/** By primary key, because WITHOUT ROWID tables have no other. */
function deleteSlice(writer: DatabaseSync, table: string): string {
  const key = prepare<{ name: string }>(
    writer,
    "SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk",
  );
  const columns = key.all(table).map(({ name }) => name);
  const row = columns.length > 0 ? columns.join(", ") : "rowid";
  return `DELETE FROM ${table} WHERE (${row}) IN
    (SELECT ${row} FROM ${table} WHERE project_id = ? LIMIT ${rowsPerSlice})`;
}
