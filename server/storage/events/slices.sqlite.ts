import type { Query } from "#server/storage/database.ts";
import { sql } from "#server/storage/sql.ts";
import { lastIdOf } from "#server/storage/sqlite/batch-ids.ts";
import type { Day } from "#server/storage/sqlite/day-file.ts";
import type { DayFiles } from "#server/storage/sqlite/day-files.ts";
import { queryOn } from "#server/storage/sqlite/noun-database.ts";
import type { EventSlices } from "./slices.ts";

export const eventSlices = (files: DayFiles, committedBatch: () => number): EventSlices => ({
  days: async () => files.days(),
  of(_, days) {
    const within = sql`id <= ${lastIdOf(committedBatch())}`;
    return days.map((day) => ({ query: queryIn(files, day), within }));
  },
});

/** Opens the file each time, because others may have closed it since. */
const queryIn =
  (files: DayFiles, day: Day): Query =>
  async (statement) => {
    const file = files.open(day);
    return file ? queryOn(file.database)(statement) : Object.assign([], { count: 0 });
  };
