import { decodeCursor, encodeCursor } from "#server/storage/layout/keyset.ts";
import {
  checkInColumns,
  checkInOf,
  type CheckInRow,
  stepOf,
  type StepRow,
} from "#server/storage/layout/monitor-rows.ts";
import type { CheckInFilter, MonitorStore, StepFilter } from "#server/storage/monitor-store.ts";
import type { Query } from "./database.ts";

// The keyset is always given: a page without one begins behind the end of time.
const list = `SELECT ${checkInColumns} FROM check_ins
  WHERE monitor_id = $1 AND (at, id) < ($2, $3) AND at >= $4
    AND ($5::text IS NULL OR environment = $5) AND ($6::text IS NULL OR status = $6)
  ORDER BY at DESC, id DESC LIMIT $7`;
const steps = `SELECT monitor_id, at - at % $1 AS step, status, sum(slots) AS count,
    avg(duration_ms) FILTER (WHERE status = 'ok') AS mean, max(duration_ms) FILTER (WHERE status = 'ok') AS longest
  FROM check_ins WHERE monitor_id = ANY($2::bigint[]) AND at >= $3 AND at < $4 AND ($5::text IS NULL OR environment = $5)
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`;

export function checkInReads(query: Query): Pick<MonitorStore, "checkIns" | "steps"> {
  return {
    async checkIns({ monitorId, environment, status, since = 0, cursor, limit }: CheckInFilter) {
      const [at, id] = decodeCursor<[number, number]>(cursor, ["integer", "integer"]) ?? [Number.MAX_SAFE_INTEGER, 0];
      const asked = [monitorId, at, id, since, environment ?? null, status ?? null, limit + 1];
      const rows = (await query<CheckInRow>(list, ...asked)).map(checkInOf);
      if (rows.length <= limit) return { rows };
      const last = rows[limit - 1]!;
      return { rows: rows.slice(0, limit), next: encodeCursor([last.at, last.id]) };
    },
    async steps({ monitorIds, environment, since, until, stepMs }: StepFilter) {
      return (await query<StepRow>(steps, stepMs, monitorIds, since, until, environment ?? null)).map(stepOf);
    },
  };
}
