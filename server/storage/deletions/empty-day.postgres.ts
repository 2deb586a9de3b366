import type { ProjectId } from "#server/domain/ids.ts";
import type { Query } from "#server/storage/postgres/database.ts";
import type { Day } from "#server/storage/postgres/days.ts";
import { deleteSlice, removeSlice } from "./empty-tables.postgres.ts";
import { tablesOfDay } from "#server/storage/tables.ts";
import { laneOf } from "#server/storage/postgres/lanes.ts";

/**
 * From the last table to the first, because rows must be deleted before the rows they reference.
 * Trace IDs restart when none is left, so postings must not outlive them.
 */
const deletesOf = (key: "project_id" | "lane"): string[] =>
  tablesOfDay(key)
    .map((table) => deleteSlice(table, `${key} = $1 AND day = $2::date`, 3))
    .toReversed();

const dayDeletes = deletesOf("project_id");
const laneDeletes = deletesOf("lane");

/**
 * Deletes a slice of a project's day; true if there was something. The caller holds the project.
 */
export async function emptyDay(query: Query, projectId: ProjectId, day: Day): Promise<boolean> {
  if ((await removeSlice(query, dayDeletes, projectId, day)) > 0) return true;
  return (await removeSlice(query, laneDeletes, laneOf(projectId), day)) > 0;
}
