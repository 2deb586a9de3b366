import type { Query } from "#server/storage/database.ts";
import { namesLookedAt } from "#server/storage/names/looked-at.ts";
import { sql } from "#server/storage/sql.ts";
import type { ServiceCall } from "#server/domain/trace/terms/service-calls.ts";
import type { TraceStore } from "#server/storage/traces/trace-store.ts";

/** Reads for lists of services and the service map. */
export function readServices(query: Query): Pick<TraceStore, "services" | "edges"> {
  return {
    async services(projectId, limit = namesLookedAt) {
      const rows = await query<{ name: string }>(
        sql`SELECT name FROM services WHERE project_id = ${projectId} ORDER BY name LIMIT ${limit}`,
      );
      return rows.map(({ name }) => name);
    },
    async edges(projectId, since) {
      const rows =
        await query<ServiceCall>(sql`SELECT caller AS "from", callee AS "to", sum(count) AS count,
          sum(errors) AS errors, sum(total_ms) AS "totalMs"
        FROM service_edges WHERE project_id = ${projectId} AND hour >= ${since}
        GROUP BY caller, callee ORDER BY sum(count) DESC, caller, callee`);
      return rows.map((edge) => ({ ...edge }));
    },
  };
}
