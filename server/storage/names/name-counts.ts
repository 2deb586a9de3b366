import type { Query } from "#server/storage/database.ts";
import { sql } from "#server/storage/sql.ts";
import type { NameStore, StoredDimension } from "./name-store.ts";

export const nameCounts =
  (query: Query): NameStore["counts"] =>
  async (projectId) => {
    const rows = await query<{ dimension: StoredDimension; count: number }>(
      sql`SELECT dimension, count(*) AS count FROM names WHERE project_id = ${projectId} GROUP BY dimension`,
    );
    return new Map(rows.map(({ dimension, count }) => [dimension, count]));
  };
