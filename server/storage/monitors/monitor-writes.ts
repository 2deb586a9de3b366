import { countOf, firstOf, type Query, type Locks } from "#server/storage/database.ts";
import { raw, type Sql, sql, joined } from "#server/storage/sql.ts";
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
  checkInColumns,
  checkInOf,
  type CheckInRow,
  checkInValues,
  notesText,
} from "./monitor-rows.ts";
import type { MonitorTransaction } from "./monitor-store.ts";

type CheckInWrites = Pick<
  MonitorTransaction,
  "checkIn" | "checkInById" | "addCheckIn" | "changeCheckIn" | "doubtOpen"
>;

const selectCheckIns = sql`SELECT ${raw(checkInColumns)} FROM check_ins`;

function checkInWrites(query: Query): CheckInWrites {
  return {
    async checkIn({ monitorId, environment, checkInId }) {
      const isMeant =
        checkInId === undefined
          ? sql`status = 'in_progress' ORDER BY at DESC, id DESC`
          : sql`check_in_id = ${checkInId} ORDER BY id DESC`;
      const select = sql`${selectCheckIns} WHERE monitor_id = ${monitorId} AND environment = ${environment}
        AND ${isMeant} LIMIT 1`;
      return found(await firstOf(query<CheckInRow>(select)));
    },
    checkInById: async (id) =>
      found(await firstOf(query<CheckInRow>(sql`${selectCheckIns} WHERE id = ${id}`))),
    async addCheckIn(checkIn, timeoutAt) {
      const values = [...checkInValues(checkIn), timeoutAt ?? null].map((value) => sql`${value}`);
      await query(sql`INSERT INTO check_ins (project_id, monitor_id, environment, check_in_id, status, at, settled_at,
        expected_at, duration_ms, release, trace_id, slots, unsure, notes, timeout_at)
        VALUES (${joined(values, ", ")})`);
    },
    async changeCheckIn(checkIn, timeoutAt) {
      const {
        id,
        status,
        settledAt = null,
        durationMs = null,
        release = null,
        traceId = null,
        unsure,
      } = checkIn;
      await query(sql`UPDATE check_ins SET status = ${status}, settled_at = ${settledAt}, duration_ms = ${durationMs},
        release = ${release}, trace_id = ${traceId}, unsure = ${Number(unsure)}, timeout_at = ${timeoutAt ?? null},
        notes = ${notesText(checkIn)} WHERE id = ${id}`);
    },
    async doubtOpen(monitorId) {
      const isMeant = monitorId === undefined ? raw("true") : sql`monitor_id = ${monitorId}`;
      await query(sql`UPDATE check_ins SET unsure = 1 WHERE timeout_at IS NOT NULL AND ${isMeant}`);
    },
  };
}

const found = (row: CheckInRow | undefined) => row && checkInOf(row);

const columns = raw(monitorColumns);
export const selectMonitors = sql`SELECT ${columns} FROM monitors`;
export const selectEnvironments = sql`SELECT ${raw(environmentColumns)} FROM monitor_environments`;
export const monitorsOf = (projectId: number): Sql =>
  sql`SELECT id FROM monitors WHERE project_id = ${projectId}`;

/**
 * Use in a transaction: the store's own, or a digest batch's. From the first statement on, no other
 * process changes monitors until it ends, so that what was read stays true, and incident IDs follow
 * the order of commits.
 */
export function monitorWrites(transaction: Query, locks: Locks): MonitorTransaction {
  const query = locks.underLock(transaction, "monitors");
  const find = async (condition: Sql) => {
    const row = await firstOf(query<MonitorRow>(sql`${selectMonitors} WHERE ${condition}`));
    return row && monitorOf(row);
  };

  return {
    ...checkInWrites(query),
    find: (projectId, slug) => find(sql`project_id = ${projectId} AND slug = ${slug}`),
    byId: (id) => find(sql`id = ${id}`),
    count: (projectId) => countOf(query(monitorsOf(projectId))),
    async make(monitor) {
      const { projectId, slug, name, createdAt, pausedAt = null, mutedUntil = null } = monitor;
      const row = await firstOf(
        query<MonitorRow>(sql`INSERT INTO monitors (project_id, slug, name, config, created_at, paused_at, muted_until)
          VALUES (${projectId}, ${slug}, ${name}, ${configText(monitor)}, ${createdAt}, ${pausedAt}, ${mutedUntil})
          ON CONFLICT (project_id, slug) DO NOTHING RETURNING ${columns}`),
      );
      return row && monitorOf(row);
    },
    async change(monitor) {
      const { id, slug, name, pausedAt = null, mutedUntil = null } = monitor;
      const isTaken = sql`SELECT id FROM monitors o
        WHERE o.project_id = monitors.project_id AND o.slug = ${slug} AND o.id <> ${id}`;
      const change = sql`UPDATE monitors SET slug = ${slug}, name = ${name}, config = ${configText(monitor)},
        paused_at = ${pausedAt}, muted_until = ${mutedUntil} WHERE id = ${id} AND NOT EXISTS (${isTaken})`;
      return (await countOf(query(change))) > 0;
    },
    remove: async (id) => void (await query(sql`DELETE FROM monitors WHERE id = ${id}`)),
    async environments(id) {
      const select = sql`${selectEnvironments} WHERE monitor_id = ${id} ORDER BY environment`;
      return (await query<EnvironmentRow>(select)).map(environmentOf);
    },
    async putEnvironment(
      { monitorId, environment, health, lastAt, lastStatus, expectedAt = null },
      dueAt,
    ) {
      await query(sql`INSERT INTO monitor_environments (${raw(environmentColumns)}, due_at)
        VALUES (${monitorId}, ${environment}, ${JSON.stringify(health)}, ${lastAt}, ${lastStatus}, ${expectedAt}, ${dueAt ?? null})
        ON CONFLICT (monitor_id, environment) DO UPDATE SET health = excluded.health, last_at = excluded.last_at,
          last_status = excluded.last_status, expected_at = excluded.expected_at, due_at = excluded.due_at`);
    },
    async addIncident({ projectId, monitorId, environment, at, what }) {
      const [number] = await locks.takeNumbers(query, "monitors", 1);
      await query(sql`INSERT INTO monitor_incidents (id, project_id, monitor_id, environment, at, what)
        VALUES (${number ?? null}, ${projectId}, ${monitorId}, ${environment}, ${at}, ${what})`);
    },
    async watch() {
      const row = await firstOf(
        query<WatchRow>(sql`SELECT until, gap_from, gap_to FROM monitor_watch`),
      );
      return row && watchOf(row);
    },
    setWatch: async ({ until, gap }) =>
      void (await query(sql`INSERT INTO monitor_watch (one, until, gap_from, gap_to)
        VALUES (1, ${until}, ${gap?.from ?? null}, ${gap?.to ?? null})
        ON CONFLICT (one) DO UPDATE SET until = excluded.until, gap_from = excluded.gap_from, gap_to = excluded.gap_to`)),
  };
}
