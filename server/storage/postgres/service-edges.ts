import type { EdgeChange, ServiceEdge, TraceStore } from "#server/storage/trace-store.ts";
import { columnsOf } from "./columns.ts";
import type { Query } from "./database.ts";

// Once a row: one batch may name a call twice.
const upsert = `INSERT INTO service_edges (project_id, hour, caller, callee, count, errors, total_ms)
  SELECT project_id, hour, caller, callee, sum(count)::bigint, sum(errors)::bigint, sum(total_ms)
  FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::float8[])
    AS added(project_id, hour, caller, callee, count, errors, total_ms)
  GROUP BY project_id, hour, caller, callee ORDER BY project_id, hour, caller, callee
  ON CONFLICT (project_id, hour, caller, callee) DO UPDATE SET count = service_edges.count + excluded.count,
    errors = service_edges.errors + excluded.errors, total_ms = service_edges.total_ms + excluded.total_ms`;
const select = `SELECT caller AS "from", callee AS "to", sum(count) AS count, sum(errors) AS errors,
    sum(total_ms) AS "totalMs"
  FROM service_edges WHERE project_id = $1 AND hour >= $2 GROUP BY caller, callee
  ORDER BY sum(count) DESC, caller, callee`;

export function readEdges(query: Query): TraceStore["edges"] {
  return (projectId, since) => query<ServiceEdge>(select, projectId, since);
}

/** Adds up calls between services by the hour. For use inside a transaction. */
export async function saveEdges(query: Query, edges: EdgeChange[]): Promise<void> {
  if (edges.length === 0) return;
  const rows = edges.map(({ projectId, hour, from, to, count, errors, totalMs }) => [
    ...[projectId, hour, from, to, count, errors, totalMs],
  ]);
  await query(upsert, ...columnsOf(rows));
}
