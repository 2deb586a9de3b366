import type { MonitorTransaction } from "#server/storage/monitor-store.ts";
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
import { checkInWrites } from "./check-in-writes.ts";
import type { Query } from "./database.ts";
import { inTurn } from "./turns.ts";

export const selectBySlug = `SELECT ${monitorColumns} FROM monitors WHERE project_id = $1 AND slug = $2`;
const selectById = `SELECT ${monitorColumns} FROM monitors WHERE id = $1`;
export const countMonitors = "SELECT count(*) AS count FROM monitors WHERE project_id = $1";
const makeMonitor = `INSERT INTO monitors (project_id, slug, name, config, created_at, paused_at, muted_until)
  VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (project_id, slug) DO NOTHING RETURNING ${monitorColumns}`;
// Nobody else can take the slug meanwhile, since it is this one's turn.
const changeMonitor = `UPDATE monitors m SET slug = $2, name = $3, config = $4, paused_at = $5, muted_until = $6 WHERE id = $1
  AND NOT EXISTS (SELECT FROM monitors o WHERE o.project_id = m.project_id AND o.slug = $2 AND o.id <> $1)`;
const selectEnvironments = `SELECT ${environmentColumns} FROM monitor_environments WHERE monitor_id = $1 ORDER BY environment`;
const putEnvironment = `INSERT INTO monitor_environments (${environmentColumns}, due_at) VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT (monitor_id, environment) DO UPDATE SET health = excluded.health, last_at = excluded.last_at,
    last_status = excluded.last_status, expected_at = excluded.expected_at, due_at = excluded.due_at`;
const insertIncident = `WITH log AS (UPDATE turns SET last = last + 1 WHERE name = 'monitors' RETURNING last)
  INSERT INTO monitor_incidents (id, project_id, monitor_id, environment, at, what) SELECT last, $1, $2, $3, $4, $5 FROM log`;
const selectWatch = "SELECT until, gap_from, gap_to FROM monitor_watch";
const upsertWatch = `INSERT INTO monitor_watch (one, until, gap_from, gap_to) VALUES (1, $1, $2, $3)
  ON CONFLICT (one) DO UPDATE SET until = excluded.until, gap_from = excluded.gap_from, gap_to = excluded.gap_to`;

/**
 * For use inside a transaction: of the store's own, or a digest batch's. From the first question on nobody else looks after
 * monitors until it ends, so that what was read stays true while it writes, and incidents are numbered in the order of commits.
 */
export function monitorWrites(transaction: Query): MonitorTransaction {
  const query = inTurn(transaction, "monitors");
  return {
    ...checkInWrites(query),
    find: async (projectId, slug) => found(await query<MonitorRow>(selectBySlug, projectId, slug)),
    byId: async (id) => found(await query<MonitorRow>(selectById, id)),
    count: async (projectId) => (await query<{ count: number }>(countMonitors, projectId))[0]!.count,
    async make(monitor) {
      const { projectId, slug, name, createdAt, pausedAt = null, mutedUntil = null } = monitor;
      const values = [projectId, slug, name, configText(monitor), createdAt, pausedAt, mutedUntil];
      return found(await query<MonitorRow>(makeMonitor, ...values));
    },
    async change(monitor) {
      const { id, slug, name, pausedAt = null, mutedUntil = null } = monitor;
      return (await query(changeMonitor, id, slug, name, configText(monitor), pausedAt, mutedUntil)).count > 0;
    },
    remove: async (id) => void (await query("DELETE FROM monitors WHERE id = $1", id)),
    environments: async (id) => (await query<EnvironmentRow>(selectEnvironments, id)).map(environmentOf),
    async putEnvironment({ monitorId, environment, health, lastAt, lastStatus, expectedAt = null }, dueAt) {
      const values = [monitorId, environment, JSON.stringify(health), lastAt, lastStatus, expectedAt, dueAt ?? null];
      await query(putEnvironment, ...values);
    },
    async addIncident({ projectId, monitorId, environment, at, what }) {
      await query(insertIncident, projectId, monitorId, environment, at, what);
    },
    async watch() {
      const [row] = await query<WatchRow>(selectWatch);
      return row && watchOf(row);
    },
    setWatch: async ({ until, gap }) => void (await query(upsertWatch, until, gap?.from ?? null, gap?.to ?? null)),
  };
}

const found = ([row]: MonitorRow[]) => row && monitorOf(row);
