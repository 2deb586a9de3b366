import type { DatabaseSync } from "node:sqlite";
import type { CheckInFilter, MonitorStore, StepFilter } from "#server/storage/monitor-store.ts";
import { decodeCursor, encodeCursor } from "#server/storage/layout/keyset.ts";
import {
  checkInColumns,
  checkInOf,
  type CheckInRow,
  stepOf,
  type StepRow,
} from "#server/storage/layout/monitor-rows.ts";
import { prepare } from "./statement.ts";

// The keyset is always given: a page without one begins behind the end of time.
const list = `SELECT ${checkInColumns} FROM check_ins
  WHERE monitor_id = ?1 AND (at, id) < (?2, ?3) AND at >= ?4
    AND (?5 IS NULL OR environment = ?5) AND (?6 IS NULL OR status = ?6)
  ORDER BY at DESC, id DESC LIMIT ?7`;
const steps = `SELECT c.monitor_id, c.at - c.at % CAST(?1 AS INTEGER) AS step, c.status, sum(c.slots) AS count,
    avg(CASE WHEN c.status = 'ok' THEN c.duration_ms END) AS mean, max(CASE WHEN c.status = 'ok' THEN c.duration_ms END) AS longest
  FROM json_each(?2) wanted CROSS JOIN check_ins c ON c.monitor_id = wanted.value
  WHERE c.at >= ?3 AND c.at < ?4 AND (?5 IS NULL OR c.environment = ?5)
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`;

export function checkInReads(reader: DatabaseSync): Pick<MonitorStore, "checkIns" | "steps"> {
  const page = prepare<CheckInRow>(reader, list);
  const grouped = prepare<StepRow>(reader, steps);

  return {
    async checkIns({ monitorId, environment, status, since = 0, cursor, limit }: CheckInFilter) {
      const [at, id] = decodeCursor<[number, number]>(cursor, ["integer", "integer"]) ?? [Number.MAX_SAFE_INTEGER, 0];
      const rows = page.all(monitorId, at, id, since, environment ?? null, status ?? null, limit + 1).map(checkInOf);
      if (rows.length <= limit) return { rows };
      const last = rows[limit - 1]!;
      return { rows: rows.slice(0, limit), next: encodeCursor([last.at, last.id]) };
    },
    async steps({ monitorIds, environment, since, until, stepMs }: StepFilter) {
      return grouped.all(stepMs, JSON.stringify(monitorIds), since, until, environment ?? null).map(stepOf);
    },
  };
}
