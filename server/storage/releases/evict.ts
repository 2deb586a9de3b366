import { countOf, type Query } from "#server/storage/database.ts";
import type { ReleaseStore } from "#server/storage/releases/release-store.ts";
import { byDialect, raw, sql } from "#server/storage/sql.ts";

// A project's rows are sorted by time; without the project, no index applies.
export function evictHealth(query: Query): ReleaseStore["evictHealth"] {
  return async (before, heardBefore) => {
    let removed = 0;
    for (const { id } of await query<{ id: number }>(sql`SELECT id FROM projects`)) {
      removed += await countOf(
        query(sql`DELETE FROM release_hours WHERE project_id = ${id} AND hour < ${before}`),
      );
      removed += await countOf(
        query(sql`DELETE FROM release_users WHERE project_id = ${id} AND day < ${before}`),
      );
      // A single process knows which sessions it has counted.
      await query(
        byDialect(
          raw("SELECT 1"),
          sql`DELETE FROM sessions_heard WHERE project_id = ${id} AND heard_at < ${heardBefore}`,
        ),
      );
    }
    return removed;
  };
}
