import type { DatabaseSync } from "node:sqlite";
import type { ProjectId } from "#server/domain/ids.ts";
import type { EdgeChange, TraceChange } from "#server/storage/traces/trace-store.ts";
import { ensureEnvironment } from "#server/storage/names/environments.sqlite.ts";
import { prepare } from "#server/storage/sqlite/statement.ts";

const upsertEdge = `INSERT INTO service_edges (project_id, hour, caller, callee, count, errors, total_ms)
  VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
    count = count + excluded.count, errors = errors + excluded.errors, total_ms = total_ms + excluded.total_ms`;

/** The spoor.db part of a batch's traces. Use in a transaction. */
export function addServices(
  writer: DatabaseSync,
): (changes: { traces: TraceChange[]; edges: EdgeChange[] }) => void {
  const environmentId = ensureEnvironment(writer);
  const see = prepare(
    writer,
    "INSERT INTO services (project_id, name) VALUES (?, ?) ON CONFLICT DO NOTHING",
  );
  const add = prepare(writer, upsertEdge);

  return ({ traces, edges }) => {
    for (const [projectId, { services, environments }] of namesIn(traces)) {
      for (const name of services) see.run(projectId, name);
      for (const name of environments) environmentId(projectId, name);
    }
    for (const { projectId, hour, from, to, count, errors, totalMs } of edges) {
      add.run(projectId, hour, from, to, count, errors, totalMs);
    }
  };
}

type Names = { services: Set<string>; environments: Set<string> };

function namesIn(traces: TraceChange[]): Map<ProjectId, Names> {
  const names = new Map<ProjectId, Names>();
  for (const { projectId, summary } of traces) {
    const ofProject = names.get(projectId) ?? { services: new Set(), environments: new Set() };
    names.set(projectId, ofProject);
    for (const service of summary.services) ofProject.services.add(service);
    if (summary.environment !== undefined) ofProject.environments.add(summary.environment);
  }
  return names;
}
