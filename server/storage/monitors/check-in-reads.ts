import type { Query } from "#server/storage/database.ts";
import { decodeCursor, pageOf } from "#server/storage/layout/keyset.ts";
import { allOf, ifGiven, isAnyOf, raw, type Sql, sql } from "#server/storage/sql.ts";
import { checkInColumns, checkInOf, type CheckInRow, stepOf, type StepRow } from "./monitor-rows.ts";
import type { CheckInFilter, MonitorStore, StepFilter } from "./monitor-store.ts";

export function checkInReads(query: Query): Pick<MonitorStore, "checkIns" | "steps"> {
  return {
    async checkIns(filter: CheckInFilter) {
      const rows = await query<CheckInRow>(sql`SELECT ${raw(checkInColumns)} FROM check_ins
        WHERE ${conditionsOf(filter)} ORDER BY at DESC, id DESC LIMIT ${filter.limit + 1}`);
      return pageOf(rows, filter.limit, checkInOf, (last) => [last.at, last.id]);
    },
    async steps({ monitorIds, environment, since, until, stepMs }: StepFilter) {
      const step = raw(stepMs);
      const rows = await query<StepRow>(sql`SELECT monitor_id, at - at % ${step} AS step, status, sum(slots) AS count,
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
