import type { ProjectId } from "#server/domain/ids.ts";
import type { Query } from "./database.ts";
import type { Day } from "./days.ts";
import { deleteSlice, removeSlice } from "./empty-tables.ts";
import { laneOf } from "./lanes.ts";

/** Where a project's rows of a day lie; what points goes before what is pointed to. */
export const dayTables = ["events", "attachments", "attachment_chunks", "packs", "event_thinning"];

/** The same of its traces, whose numbers begin anew when none is left: nothing may know the old ones by then. */
export const laneTables = [
  ...["postings", "trace_batches", "trace_terms", "trace_keys", "trace_parts", "trace_zones"],
  ...["traces", "trace_shapes", "span_packs", "thinning"],
];

const dayDeletes = dayTables.map((table) => deleteSlice(table, "project_id = $1 AND day = $2::date", 3));
const laneDeletes = laneTables.map((table) => deleteSlice(table, "lane = $1 AND day = $2::date", 3));

/** Removes a slice of what a project has of a day; true when there was something. For use by who holds the project. */
export async function emptyDay(query: Query, projectId: ProjectId, day: Day): Promise<boolean> {
  if ((await removeSlice(query, dayDeletes, projectId, day)) > 0) return true;
  return (await removeSlice(query, laneDeletes, laneOf(projectId), day)) > 0;
}
