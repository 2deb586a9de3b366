import { countOf, type Query } from "#server/storage/database.ts";
import type { ReleaseStore } from "#server/storage/releases/release-store.ts";
import { sumOverProjects } from "#server/storage/projects/over-projects.ts";
import { byDialect, raw, sql } from "#server/storage/sql.ts";

// A project's rows are sorted by time; without the project, no index applies.
export function evictHealth(query: Query): ReleaseStore["evictHealth"] {
  return (before, heardBefore) =>
    sumOverProjects(query, async (id) => {
      const hours = await countOf(
        query(sql`DELETE FROM release_hours WHERE project_id = ${id} AND hour < ${before}`),
      );
      const users = await countOf(
        query(sql`DELETE FROM release_users WHERE project_id = ${id} AND day < ${before}`),
      );
      // A single process knows which sessions it has counted.
      await query(
        byDialect(
          raw("SELECT 1"),
          sql`DELETE FROM sessions_heard WHERE project_id = ${id} AND heard_at < ${heardBefore}`,
        ),
      );
      return hours + users;
    });
}
