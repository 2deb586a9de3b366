import { firstOf, type Query } from "#server/storage/database.ts";
import { joined, raw, sql } from "#server/storage/sql.ts";
import {
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

export function checkInWrites(query: Query): CheckInWrites {
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
