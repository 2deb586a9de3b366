import type { RetentionStore } from "#server/storage/retention/retention-store.ts";
import type { Database } from "#server/storage/postgres/database.ts";
import type { Day, Days } from "#server/storage/postgres/days.ts";
import { bytesOf, partitionSizes } from "./sizes.postgres.ts";

const begin = `INSERT INTO retention_acts (at, kind, day, bytes, events, traces)
  SELECT $1, $2, $3::date, $4, coalesce(sum(events), 0), coalesce(sum(traces), 0) FROM telemetry_shares WHERE day = $3::date
  HAVING NOT EXISTS (SELECT 1 FROM retention_acts WHERE day = $3::date AND ended_at IS NULL)`;
const selectOpen = "SELECT day FROM retention_acts WHERE ended_at IS NULL ORDER BY id";
const end = "UPDATE retention_acts SET ended_at = $2 WHERE day = $1 AND ended_at IS NULL";

/** Tables with rows about a day and no partitions. */
const smallTables = [
  "trace_zones",
  "trace_keys",
  "thinning",
  "event_thinning",
  "telemetry_days",
  "telemetry_shares",
];
const forgetDay = smallTables.map((table) => `DELETE FROM ${table} WHERE day = $1`);

/**
 * First records that a day is being dropped. Dropping is one transaction, retried until done: a
 * long reader or a crash only delays it. A late batch may create the day again afterwards, and
 * finds no earlier data.
 */
export function dayDrops(
  { query }: Database,
  days: Days,
): Pick<RetentionStore, "drop" | "finishDrops"> {
  const finish = (day: Day, now: number): Promise<void> =>
    days.drop(day, (query) =>
      Promise.all([...forgetDay.map((statement) => query(statement, day)), query(end, day, now)]),
    );

  return {
    async drop({ day, why }, now) {
      const sizes = (await partitionSizes(query)).get(day) ?? [];
      await query(begin, now, why, day, bytesOf(sizes));
      await finish(day, now);
    },
    async finishDrops(now) {
      const open = await query<{ day: Day }>(selectOpen);
      for (const { day } of open) await finish(day, now);
      return open.length;
    },
  };
}
