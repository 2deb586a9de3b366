import type { ProjectId } from "#server/domain/ids.ts";
import type { MonitorFilter, MonitorStore, WatchedMonitor } from "#server/storage/monitor-store.ts";
import { checkInReads } from "./check-in-reads.ts";
import type { Connections } from "./connections.ts";
import { decodeCursor, encodeCursor } from "#server/storage/layout/keyset.ts";
import {
  checkInColumns,
  checkInOf,
  type CheckInRow,
  environmentColumns,
  environmentOf,
  type EnvironmentRow,
  incidentOf,
  type IncidentRow,
  monitorColumns,
  monitorOf,
  type MonitorRow,
} from "#server/storage/layout/monitor-rows.ts";
import { monitorWrites } from "./monitor-writes.ts";
import { prepare } from "./statement.ts";
import type { Write } from "./writing.ts";

/** `i` is the incident, `m` its monitor. */
const selectIncident = `SELECT i.id, i.project_id, i.monitor_id, m.slug, m.name, i.at, i.environment, i.what
  FROM monitor_incidents i CROSS JOIN monitors m ON m.id = i.monitor_id`;
const list = `SELECT ${monitorColumns} FROM monitors
  WHERE project_id = ?1 AND (name, id) > (?2, ?3) AND (?4 = '' OR instr(lower(name || ' ' || slug), lower(?4)) > 0)
  ORDER BY name, id LIMIT ?5`;
const dueEnvironments = `SELECT ${environmentColumns} FROM monitor_environments
  WHERE due_at IS NOT NULL AND due_at <= ? ORDER BY due_at LIMIT ?`;
const dueCheckIns = `SELECT ${checkInColumns} FROM check_ins
  WHERE timeout_at IS NOT NULL AND timeout_at <= ? ORDER BY timeout_at LIMIT ?`;

export function monitorStore({ reader, writer }: Connections, write: Write): MonitorStore {
  const transaction = monitorWrites(writer);
  const page = prepare<MonitorRow>(reader, list);
  const bySlug = prepare<MonitorRow>(
    reader,
    `SELECT ${monitorColumns} FROM monitors WHERE project_id = ? AND slug = ?`,
  );
  const count = prepare<{ count: number }>(reader, "SELECT count(*) AS count FROM monitors WHERE project_id = ?");
  const environments = prepare<EnvironmentRow>(
    reader,
    `SELECT ${environmentColumns} FROM monitor_environments WHERE monitor_id = ? ORDER BY environment`,
  );
  const follow = prepare<IncidentRow>(reader, `${selectIncident} WHERE i.id > ? ORDER BY i.id LIMIT ?`);
  const ofMonitor = prepare<IncidentRow>(reader, `${selectIncident} WHERE i.monitor_id = ? ORDER BY i.id DESC LIMIT ?`);
  const ofProject = prepare<IncidentRow>(reader, `${selectIncident} WHERE i.project_id = ? ORDER BY i.id DESC LIMIT ?`);
  // The sequence and not the newest row: that one may have been deleted with its monitor.
  const newest = prepare<{ seq: number }>(reader, "SELECT seq FROM sqlite_sequence WHERE name = 'monitor_incidents'");
  const due = prepare<EnvironmentRow>(reader, dueEnvironments);
  const overtime = prepare<CheckInRow>(reader, dueCheckIns);
  const evict = prepare(writer, "DELETE FROM check_ins WHERE id IN (SELECT id FROM check_ins WHERE at < ? LIMIT ?)");

  const watched = (row: MonitorRow): WatchedMonitor => ({
    monitor: monitorOf(row),
    environments: environments.all(row.id).map(environmentOf),
  });

  return {
    ...checkInReads(reader),
    incidentsAfter: async (after, limit) => follow.all(after, limit).map(incidentOf),
    newestIncident: async () => newest.get()?.seq ?? 0,
    incidents: async (monitorId, limit) => ofMonitor.all(monitorId, limit).map(incidentOf),
    recentIncidents: async (projectId, limit) => ofProject.all(projectId, limit).map(incidentOf),
    async list({ projectId, query = "", cursor, limit }: MonitorFilter) {
      const [name, id] = decodeCursor<[string, number]>(cursor, ["string", "integer"]) ?? ["", 0];
      const rows = page.all(projectId, name, id, query, limit + 1);
      const last = rows[limit - 1];
      const next = rows.length > limit && last ? encodeCursor([last.name, last.id]) : undefined;
      return { rows: rows.slice(0, limit).map(watched), ...(next !== undefined && { next }) };
    },
    async find(projectId: ProjectId, slug: string) {
      const row = bySlug.get(projectId, slug);
      return row && watched(row);
    },
    count: async (projectId) => count.get(projectId)!.count,
    due: async (now, limit) => ({
      environments: due.all(now, limit).map(environmentOf),
      checkIns: overtime.all(now, limit).map(checkInOf),
    }),
    evict: (before, limit) => write(() => evict.run(before, limit)),
    transact: (work) => write(() => work(transaction)),
  };
}
