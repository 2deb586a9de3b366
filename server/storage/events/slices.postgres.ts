import type { Query } from "#server/storage/database.ts";
import type { Days } from "#server/storage/postgres/days.ts";
import { sql } from "#server/storage/sql.ts";
import type { EventSlices } from "./slices.ts";

export const eventSlices = (database: Query, days: Days): EventSlices => ({
  days: () => days.list(),
  of(projectId, asked, query = database) {
    const [day] = asked;
    const ofDays = asked.length === 1 ? sql`day = ${day!}::date` : sql`day = ANY(${asked}::date[])`;
    return [{ query, within: sql`project_id = ${projectId} AND ${ofDays}` }];
  },
});
