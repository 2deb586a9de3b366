import type { ProjectId } from "#server/domain/ids.ts";
import { tablesOfProjects } from "#server/storage/tables.ts";
import type { Query } from "#server/storage/postgres/database.ts";

const rowsPerSlice = 2_000;

/**
 * From the last table to the first: the row of `writers`, which is held meanwhile, is deleted last.
 */
const deletes = tablesOfProjects
  .map((table) => deleteSlice(table, "project_id = $1", 2))
  .toReversed();

/** Removes a slice of a project's rows; true when there were some. */
export async function emptyTables(query: Query, projectId: ProjectId): Promise<boolean> {
  return (await removeSlice(query, deletes, projectId)) > 0;
}

/**
 * By place: whatever a table's key is. What moves meanwhile stays for the next slice. The parameter
 * `limit` says how many.
 */
export function deleteSlice(table: string, where: string, limit: number): string {
  return `DELETE FROM ${table} WHERE ${where}
    AND ctid = ANY(ARRAY(SELECT ctid FROM ${table} WHERE ${where} LIMIT $${limit}))`;
}

/** Goes from one statement to the next until so many rows have gone. Returns how many did. */
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
