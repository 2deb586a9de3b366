import type { ProjectId } from "#server/domain/ids.ts";
import type { EdgeChange, TraceChange } from "#server/storage/traces/trace-store.ts";
import { columnsOf } from "#server/storage/postgres/columns.ts";
import type { Query } from "#server/storage/postgres/database.ts";
import { environmentIds } from "#server/storage/names/environments.postgres.ts";

// Once per row: a batch may contain a call twice.
const upsertEdges = `INSERT INTO service_edges (project_id, hour, caller, callee, count, errors, total_ms)
  SELECT project_id, hour, caller, callee, sum(count)::bigint, sum(errors)::bigint, sum(total_ms)
  FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::float8[])
    AS added(project_id, hour, caller, callee, count, errors, total_ms)
  GROUP BY project_id, hour, caller, callee ORDER BY project_id, hour, caller, callee
  ON CONFLICT (project_id, hour, caller, callee) DO UPDATE SET count = service_edges.count + excluded.count,
    errors = service_edges.errors + excluded.errors, total_ms = service_edges.total_ms + excluded.total_ms`;
const insertServices = `INSERT INTO services (project_id, name)
  SELECT project_id, name FROM unnest($1::bigint[], $2::text[]) AS seen(project_id, name) ORDER BY project_id, name
  ON CONFLICT DO NOTHING`;

/** Sums calls between services by hour. Use in a transaction. */
export async function saveEdges(query: Query, edges: EdgeChange[]): Promise<void> {
  if (edges.length === 0) return;
  const rows = edges.map(({ projectId, hour, from, to, count, errors, totalMs }) => [
    projectId,
    hour,
    from,
    to,
    count,
    errors,
    totalMs,
  ]);
  await query(upsertEdges, ...columnsOf(rows));
}

/** Services and environments of a batch's traces. Use in a transaction. */
export async function saveServices(query: Query, traces: TraceChange[]): Promise<void> {
  if (traces.length === 0) return;
  const services = new Map<string, [ProjectId, string]>();
  const environments = new Map<string, { projectId: ProjectId; name: string }>();
  for (const { projectId, summary } of traces) {
    for (const name of summary.services) services.set(`${projectId}:${name}`, [projectId, name]);
    const { environment: name } = summary;
    if (name !== undefined) environments.set(`${projectId}:${name}`, { projectId, name });
  }
  await Promise.all([
    services.size > 0 && query(insertServices, ...columnsOf([...services.values()])),
    environmentIds(query, [...environments.values()]),
  ]);
}
