import { countOf, type Database, type Query } from "#server/storage/database.ts";
import { decodeCursor, pageOf } from "#server/storage/layout/keyset.ts";
import {
  allOf,
  contains,
  ifGiven,
  isAnyOf,
  lowered,
  raw,
  type Sql,
  sql,
} from "#server/storage/sql.ts";
import {
  checkInColumns,
  checkInOf,
  type CheckInRow,
  environmentOf,
  type EnvironmentRow,
  incidentOf,
  type IncidentRow,
  monitorOf,
  type MonitorRow,
  stepOf,
  type StepRow,
} from "./monitor-rows.ts";
import type {
  CheckInFilter,
  MonitorFilter,
  MonitorStore,
  StepFilter,
  WatchedMonitor,
} from "./monitor-store.ts";
import { monitorsOf, monitorWrites, selectEnvironments, selectMonitors } from "./monitor-writes.ts";

/** `i` is the incident, `m` its monitor. */
const selectIncidents =
  raw(`SELECT i.id, i.project_id, i.monitor_id, m.slug, m.name, i.at, i.environment, i.what
  FROM monitor_incidents i CROSS JOIN monitors m`);

export function monitorStore({ query, transaction, locks }: Database): MonitorStore {
  async function watched(rows: MonitorRow[]): Promise<WatchedMonitor[]> {
    const isTheirs = isAnyOf(
      raw("monitor_id"),
      rows.map(({ id }) => id),
    );
    const found = await query<EnvironmentRow>(
      sql`${selectEnvironments} WHERE ${isTheirs} ORDER BY environment`,
    );
    const byMonitor = Map.groupBy(found.map(environmentOf), ({ monitorId }) => monitorId);
    return rows
      .map(monitorOf)
      .map((monitor) => ({ monitor, environments: byMonitor.get(monitor.id) ?? [] }));
  }

  const incidents = async (conditions: Sql) =>
    (
      await query<IncidentRow>(sql`${selectIncidents} WHERE m.id = i.monitor_id AND ${conditions}`)
    ).map(incidentOf);

  return {
    ...checkInReads(query),
    incidentsAfter: (after, limit) => incidents(sql`i.id > ${after} ORDER BY i.id LIMIT ${limit}`),
    newestIncident: () => locks.newest(query, "monitors"),
    incidents: (monitorId, limit) =>
      incidents(sql`i.monitor_id = ${monitorId} ORDER BY i.id DESC LIMIT ${limit}`),
    recentIncidents: (projectId, limit) =>
      incidents(
        sql`i.project_id = ${projectId} AND m.project_id = ${projectId} ORDER BY i.id DESC LIMIT ${limit}`,
      ),
    async list({ projectId, query: words = "", cursor, limit }: MonitorFilter) {
      const [name, id] = decodeCursor<[string, number]>(cursor, ["string", "integer"]) ?? ["", 0];
      const isNamed =
        words === "" ? raw("true") : contains(raw("lower(name || ' ' || slug)"), lowered(words));
      const rows = await query<MonitorRow>(sql`${selectMonitors} WHERE project_id = ${projectId}
        AND (name, id) > (${name}, ${id}) AND ${isNamed} ORDER BY name, id LIMIT ${limit + 1}`);
      const page = pageOf(
        rows,
        limit,
        (row) => row,
        (last) => [last.name, last.id],
      );
      return { ...page, rows: await watched(page.rows) };
    },
    async find(projectId, slug) {
      const select = sql`${selectMonitors} WHERE project_id = ${projectId} AND slug = ${slug}`;
      const [monitor] = await watched(await query<MonitorRow>(select));
      return monitor;
    },
    count: (projectId) => countOf(query(monitorsOf(projectId))),
    async due(now, limit, except = []) {
      const isAsked =
        except.length === 0
          ? raw("true")
          : sql`monitor_id NOT IN (SELECT id FROM monitors WHERE ${isAnyOf(raw("project_id"), except)})`;
      const [environments, checkIns] = await Promise.all([
        query<EnvironmentRow>(
          sql`${selectEnvironments} WHERE due_at <= ${now} AND ${isAsked} ORDER BY due_at LIMIT ${limit}`,
        ),
        query<CheckInRow>(sql`SELECT ${raw(checkInColumns)} FROM check_ins
          WHERE timeout_at <= ${now} AND ${isAsked} ORDER BY timeout_at LIMIT ${limit}`),
      ]);
      return { environments: environments.map(environmentOf), checkIns: checkIns.map(checkInOf) };
    },
    evict: (before, limit) =>
      countOf(
        query(
          sql`DELETE FROM check_ins WHERE id IN (SELECT id FROM check_ins WHERE at < ${before} LIMIT ${limit})`,
        ),
      ),
    transact: (work) => transaction((query) => work(monitorWrites(query, locks))),
  };
}

function checkInReads(query: Query): Pick<MonitorStore, "checkIns" | "steps"> {
  return {
    async checkIns(filter: CheckInFilter) {
      const rows = await query<CheckInRow>(sql`SELECT ${raw(checkInColumns)} FROM check_ins
        WHERE ${conditionsOf(filter)} ORDER BY at DESC, id DESC LIMIT ${filter.limit + 1}`);
      return pageOf(rows, filter.limit, checkInOf, (last) => [last.at, last.id]);
    },
    async steps({ monitorIds, environment, since, until, stepMs }: StepFilter) {
      const step = raw(stepMs);
      const rows =
        await query<StepRow>(sql`SELECT monitor_id, at - at % ${step} AS step, status, sum(slots) AS count,
          avg(CASE WHEN status = 'ok' THEN duration_ms END) AS mean,
          max(CASE WHEN status = 'ok' THEN duration_ms END) AS longest
        FROM check_ins WHERE ${isAnyOf(raw("monitor_id"), monitorIds)} AND at >= ${since} AND at < ${until}
          AND ${allOf([ifGiven(environment, (environment) => sql`environment = ${environment}`)])}
        GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`);
      return rows.map(stepOf);
    },
  };
}

function conditionsOf({ monitorId, environment, status, since = 0, cursor }: CheckInFilter): Sql {
  const after = decodeCursor<[number, number]>(cursor, ["integer", "integer"]);
  return allOf([
    sql`monitor_id = ${monitorId} AND at >= ${since}`,
    ifGiven(after, ([at, id]) => sql`(at, id) < (${at}, ${id})`),
    ifGiven(environment, (environment) => sql`environment = ${environment}`),
    ifGiven(status, (status) => sql`status = ${status}`),
  ]);
}
