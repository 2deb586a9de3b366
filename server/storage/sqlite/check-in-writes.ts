import type { DatabaseSync } from "node:sqlite";
import type { MonitorTransaction } from "#server/storage/monitor-store.ts";
import {
  checkInColumns,
  checkInOf,
  type CheckInRow,
  checkInValues,
  notesText,
} from "#server/storage/layout/monitor-rows.ts";
import { prepare } from "./statement.ts";

type CheckInWrites = Pick<MonitorTransaction, "checkIn" | "checkInById" | "addCheckIn" | "changeCheckIn" | "doubtOpen">;

const byClientId = `SELECT ${checkInColumns} FROM check_ins WHERE monitor_id = ? AND check_in_id = ? AND environment = ?
  ORDER BY id DESC LIMIT 1`;
const newestOpen = `SELECT ${checkInColumns} FROM check_ins
  WHERE monitor_id = ? AND environment = ? AND status = 'in_progress' ORDER BY at DESC, id DESC LIMIT 1`;
const insert = `INSERT INTO check_ins (project_id, monitor_id, environment, check_in_id, status, at, settled_at, expected_at,
  duration_ms, release, trace_id, slots, unsure, notes, timeout_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const update = `UPDATE check_ins SET status = ?2, settled_at = ?3, duration_ms = ?4, release = ?5, trace_id = ?6, unsure = ?7,
  timeout_at = ?8, notes = ?9 WHERE id = ?1`;
const doubt = "UPDATE check_ins SET unsure = 1 WHERE timeout_at IS NOT NULL AND (?1 IS NULL OR monitor_id = ?1)";

export function checkInWrites(writer: DatabaseSync): CheckInWrites {
  const named = prepare<CheckInRow>(writer, byClientId);
  const open = prepare<CheckInRow>(writer, newestOpen);
  const byId = prepare<CheckInRow>(writer, `SELECT ${checkInColumns} FROM check_ins WHERE id = ?`);
  const add = prepare(writer, insert);
  const change = prepare(writer, update);
  const doubtAll = prepare(writer, doubt);

  return {
    async checkIn({ monitorId, environment, checkInId }) {
      const row =
        checkInId === undefined ? open.get(monitorId, environment) : named.get(monitorId, checkInId, environment);
      return row && checkInOf(row);
    },
    async checkInById(id) {
      const row = byId.get(id);
      return row && checkInOf(row);
    },
    async addCheckIn(checkIn, timeoutAt) {
      add.run(...checkInValues(checkIn), timeoutAt ?? null);
    },
    async changeCheckIn(checkIn, timeoutAt) {
      const { id, status, settledAt = null, durationMs = null, release = null, traceId = null, unsure } = checkIn;
      change.run(
        id,
        status,
        settledAt,
        durationMs,
        release,
        traceId,
        Number(unsure),
        timeoutAt ?? null,
        notesText(checkIn),
      );
    },
    doubtOpen: async (monitorId) => void doubtAll.run(monitorId ?? null),
  };
}
