import type { DatabaseSync } from "node:sqlite";
import type { MonitorTransaction } from "#server/storage/monitor-store.ts";
import { checkInWrites } from "./check-in-writes.ts";
import {
  configText,
  environmentColumns,
  environmentOf,
  type EnvironmentRow,
  monitorColumns,
  monitorOf,
  type MonitorRow,
  watchOf,
  type WatchRow,
} from "#server/storage/layout/monitor-rows.ts";
import { prepare } from "./statement.ts";

const makeMonitor = `INSERT INTO monitors (project_id, slug, name, config, created_at, paused_at, muted_until)
  VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING ${monitorColumns}`;
const changeMonitor = `UPDATE OR IGNORE monitors SET slug = ?2, name = ?3, config = ?4, paused_at = ?5, muted_until = ?6
  WHERE id = ?1`;
const putEnvironment = `INSERT OR REPLACE INTO monitor_environments (${environmentColumns}, due_at) VALUES (?, ?, ?, ?, ?, ?, ?)`;
const setWatch = `INSERT OR REPLACE INTO monitor_watch (one, until, gap_from, gap_to) VALUES (1, ?, ?, ?)`;

/** For use inside a transaction on `writer`: of the store's own, or a digest batch's. */
export function monitorWrites(writer: DatabaseSync): MonitorTransaction {
  const bySlug = prepare<MonitorRow>(
    writer,
    `SELECT ${monitorColumns} FROM monitors WHERE project_id = ? AND slug = ?`,
  );
  const byId = prepare<MonitorRow>(writer, `SELECT ${monitorColumns} FROM monitors WHERE id = ?`);
  const count = prepare<{ count: number }>(writer, "SELECT count(*) AS count FROM monitors WHERE project_id = ?");
  const make = prepare<MonitorRow>(writer, makeMonitor);
  const change = prepare(writer, changeMonitor);
  const remove = prepare(writer, "DELETE FROM monitors WHERE id = ?");
  const environments = prepare<EnvironmentRow>(
    writer,
    `SELECT ${environmentColumns} FROM monitor_environments WHERE monitor_id = ? ORDER BY environment`,
  );
  const put = prepare(writer, putEnvironment);
  const addIncident = prepare(
    writer,
    "INSERT INTO monitor_incidents (project_id, monitor_id, environment, at, what) VALUES (?, ?, ?, ?, ?)",
  );
  const watch = prepare<WatchRow>(writer, "SELECT until, gap_from, gap_to FROM monitor_watch");
  const moveWatch = prepare(writer, setWatch);
  const found = (row: MonitorRow | undefined) => row && monitorOf(row);

  return {
    ...checkInWrites(writer),
    find: async (projectId, slug) => found(bySlug.get(projectId, slug)),
    byId: async (id) => found(byId.get(id)),
    count: async (projectId) => count.get(projectId)!.count,
    async make(monitor) {
      const { projectId, slug, name, createdAt, pausedAt = null, mutedUntil = null } = monitor;
      return found(make.get(projectId, slug, name, configText(monitor), createdAt, pausedAt, mutedUntil));
    },
    async change(monitor) {
      const { id, slug, name, pausedAt = null, mutedUntil = null } = monitor;
      return change.run(id, slug, name, configText(monitor), pausedAt, mutedUntil) > 0;
    },
    remove: async (id) => void remove.run(id),
    environments: async (id) => environments.all(id).map(environmentOf),
    async putEnvironment({ monitorId, environment, health, lastAt, lastStatus, expectedAt = null }, dueAt) {
      put.run(monitorId, environment, JSON.stringify(health), lastAt, lastStatus, expectedAt, dueAt ?? null);
    },
    async addIncident({ projectId, monitorId, environment, at, what }) {
      addIncident.run(projectId, monitorId, environment, at, what);
    },
    async watch() {
      const row = watch.get();
      return row && watchOf(row);
    },
    setWatch: async ({ until, gap }) => void moveWatch.run(until, gap?.from ?? null, gap?.to ?? null),
  };
}
