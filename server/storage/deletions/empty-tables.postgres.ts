import type { ProjectId } from "#server/domain/ids.ts";
import { tablesOfProjects } from "#server/storage/tables.ts";
import type { Query } from "#server/storage/postgres/database.ts";

const rowsPerSlice = 2_000;

/**
 * From the last table to the first. The row of `writers` is locked during the deletion and deleted
 * last.
 */
const deletes = tablesOfProjects
  .map((table) => deleteSlice(table, "project_id = $1", 2))
  .toReversed();

/** Deletes a slice of a project's rows; true if there were any. */
export async function emptyTables(query: Query, projectId: ProjectId): Promise<boolean> {
  return (await removeSlice(query, deletes, projectId)) > 0;
}

/**
 * Deletes by ctid, regardless of the table's key. Rows that move in the meantime are left for the
 * next slice. `limit`: number of rows.
 */
export function deleteSlice(table: string, where: string, limit: number): string {
  return `DELETE FROM ${table} WHERE ${where}
    AND ctid = ANY(ARRAY(SELECT ctid FROM ${table} WHERE ${where} LIMIT $${limit}))`;
}

/** Runs the statements in order until this many rows are deleted. Returns the number. */
export async function removeSlice(
  query: Query,
  deletes: string[],
  ...of: (number | string)[]
): Promise<number> {
  let gone = 0;
  for (const statement of deletes) {
    gone += (await query(statement, ...of, rowsPerSlice - gone)).count;
    if (gone >= rowsPerSlice) return gone;
  }
  return gone;
}
