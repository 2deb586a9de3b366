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
import type { MonitorFilter, MonitorStore, WatchedMonitor } from "#server/storage/monitor-store.ts";
import { checkInReads } from "./check-in-reads.ts";
import type { Database } from "./database.ts";
import { countMonitors, monitorWrites, selectBySlug } from "./monitor-writes.ts";
import { newestNumber } from "./turns.ts";

const list = `SELECT ${monitorColumns} FROM monitors
  WHERE project_id = $1 AND (name, id) > ($2, $3) AND strpos(lower(name || ' ' || slug), lower($4)) > 0
  ORDER BY name, id LIMIT $5`;
const environmentsOf = `SELECT ${environmentColumns} FROM monitor_environments
  WHERE monitor_id = ANY($1::bigint[]) ORDER BY environment`;
/** `i` is the incident, `m` its monitor. */
const incidents = `SELECT i.id, i.project_id, i.monitor_id, m.slug, m.name, i.at, i.environment, i.what
  FROM monitor_incidents i JOIN monitors m ON m.id = i.monitor_id`;
const incidentsAfter = `${incidents} WHERE i.id > $1 ORDER BY i.id LIMIT $2`;
const incidentsOf = `${incidents} WHERE i.monitor_id = $1 ORDER BY i.id DESC LIMIT $2`;
const incidentsOfProject = `${incidents} WHERE i.project_id = $1 AND m.project_id = $1 ORDER BY i.id DESC LIMIT $2`;
const dueEnvironments = `SELECT ${environmentColumns} FROM monitor_environments WHERE due_at <= $1 ORDER BY due_at LIMIT $2`;
const dueCheckIns = `SELECT ${checkInColumns} FROM check_ins WHERE timeout_at <= $1 ORDER BY timeout_at LIMIT $2`;
const evict = "DELETE FROM check_ins WHERE id = ANY (ARRAY (SELECT id FROM check_ins WHERE at < $1 LIMIT $2))";

export function monitorStore({ query, transaction }: Database): MonitorStore {
  async function watched(rows: MonitorRow[]): Promise<WatchedMonitor[]> {
    const ids = rows.map(({ id }) => id);
    const environments = (await query<EnvironmentRow>(environmentsOf, ids)).map(environmentOf);
    const byMonitor = Map.groupBy(environments, ({ monitorId }) => monitorId);
    return rows.map(monitorOf).map((monitor) => ({ monitor, environments: byMonitor.get(monitor.id) ?? [] }));
  }

  return {
    ...checkInReads(query),
    incidentsAfter: async (after, limit) => (await query<IncidentRow>(incidentsAfter, after, limit)).map(incidentOf),
    newestIncident: () => newestNumber(query, "monitors"),
    incidents: async (monitorId, limit) => (await query<IncidentRow>(incidentsOf, monitorId, limit)).map(incidentOf),
    recentIncidents: async (projectId, limit) =>
      (await query<IncidentRow>(incidentsOfProject, projectId, limit)).map(incidentOf),
    async list({ projectId, query: words = "", cursor, limit }: MonitorFilter) {
      const [name, id] = decodeCursor<[string, number]>(cursor, ["string", "integer"]) ?? ["", 0];
      const rows = await query<MonitorRow>(list, projectId, name, id, words, limit + 1);
      const last = rows[limit - 1];
      const next = rows.length > limit && last ? encodeCursor([last.name, last.id]) : undefined;
      return { rows: await watched(rows.slice(0, limit)), ...(next !== undefined && { next }) };
    },
    async find(projectId, slug) {
      const [monitor] = await watched(await query<MonitorRow>(selectBySlug, projectId, slug));
      return monitor;
    },
    count: async (projectId) => (await query<{ count: number }>(countMonitors, projectId))[0]!.count,
    async due(now, limit) {
      const [environments, checkIns] = await Promise.all([
        query<EnvironmentRow>(dueEnvironments, now, limit),
        query<CheckInRow>(dueCheckIns, now, limit),
      ]);
      return { environments: environments.map(environmentOf), checkIns: checkIns.map(checkInOf) };
    },
    evict: async (before, limit) => (await query(evict, before, limit)).count,
    transact: (work) => transaction((query) => work(monitorWrites(query))),
  };
}
