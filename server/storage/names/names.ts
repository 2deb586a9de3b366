import type { Query } from "#server/storage/database.ts";
import type { HoldProject } from "#server/storage/grouping/held-project.ts";
import { sql } from "#server/storage/sql.ts";
import { freeNames } from "./freed.ts";
import type { NameStore, StoredDimension } from "./name-store.ts";

export const nameStore = (query: Query, hold: HoldProject): NameStore => ({
  async counts(projectId) {
    const rows = await query<{ dimension: StoredDimension; count: number }>(
      sql`SELECT dimension, count(*) AS count FROM names WHERE project_id = ${projectId} GROUP BY dimension`,
    );
    return new Map(rows.map(({ dimension, count }) => [dimension, count]));
  },
  free: freeNames(hold),
});
