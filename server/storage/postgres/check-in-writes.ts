import {
  checkInColumns,
  checkInOf,
  type CheckInRow,
  checkInValues,
  notesText,
} from "#server/storage/layout/monitor-rows.ts";
import type { MonitorTransaction } from "#server/storage/monitor-store.ts";
import type { Query } from "./database.ts";

type CheckInWrites = Pick<MonitorTransaction, "checkIn" | "checkInById" | "addCheckIn" | "changeCheckIn" | "doubtOpen">;

const byClientId = `SELECT ${checkInColumns} FROM check_ins WHERE monitor_id = $1 AND check_in_id = $2 AND environment = $3
  ORDER BY id DESC LIMIT 1`;
const newestOpen = `SELECT ${checkInColumns} FROM check_ins
  WHERE monitor_id = $1 AND environment = $2 AND status = 'in_progress' ORDER BY at DESC, id DESC LIMIT 1`;
const byId = `SELECT ${checkInColumns} FROM check_ins WHERE id = $1`;
const insert = `INSERT INTO check_ins (project_id, monitor_id, environment, check_in_id, status, at, settled_at, expected_at,
  duration_ms, release, trace_id, slots, unsure, notes, timeout_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`;
const update = `UPDATE check_ins SET status = $2, settled_at = $3, duration_ms = $4, release = $5, trace_id = $6, unsure = $7,
  timeout_at = $8, notes = $9 WHERE id = $1`;
const doubt =
  "UPDATE check_ins SET unsure = 1 WHERE timeout_at IS NOT NULL AND ($1::bigint IS NULL OR monitor_id = $1)";

export function checkInWrites(query: Query): CheckInWrites {
  return {
    checkIn: async ({ monitorId, environment, checkInId }) =>
      found(
        checkInId === undefined
          ? await query<CheckInRow>(newestOpen, monitorId, environment)
          : await query<CheckInRow>(byClientId, monitorId, checkInId, environment),
      ),
    checkInById: async (id) => found(await query<CheckInRow>(byId, id)),
    async addCheckIn(checkIn, timeoutAt) {
      await query(insert, ...checkInValues(checkIn), timeoutAt ?? null);
    },
    async changeCheckIn(checkIn, timeoutAt) {
      const { id, status, settledAt = null, durationMs = null, release = null, traceId = null, unsure } = checkIn;
      const written = [status, settledAt, durationMs, release, traceId, Number(unsure), timeoutAt ?? null];
      await query(update, id, ...written, notesText(checkIn));
    },
    doubtOpen: async (monitorId) => void (await query(doubt, monitorId ?? null)),
  };
}

const found = ([row]: CheckInRow[]) => row && checkInOf(row);
