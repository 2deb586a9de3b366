import { dailyTables } from "#server/storage/tables.ts";
import type { Database } from "./database.ts";
import { type Day, partitionOf } from "./days.ts";

/**
 * After so many batches of this process on a day; later the server's own rounds, once a minute, are
 * often enough.
 */
const measuredAfter = new Set([4, 32, 256, 2_048]);

/**
 * Without statistics, the planner assumes 0.5% selectivity: it scans the project's day for a trace
 * or an event, and keeps that plan. Measured on 20,000 traces: 164 ms per batch before ANALYZE, 1.2
 * ms after; ANALYZE takes 50 ms and plans again.
 */
// Another process may just have done so. A cluster's own counts are on its workers, and it is
// measured again.
const selectMeasured = `SELECT 1 FROM pg_stat_user_tables
  WHERE relname = ANY($1::text[])
    AND (n_live_tup > 0 AND n_mod_since_analyze * 4 < n_live_tup OR last_analyze > clock_timestamp() - interval '2 seconds') LIMIT 1`;

export function youngDays(database: Database): { wrote(days: Iterable<Day>): void } {
  const batches = new Map<Day, number>();

  async function measure(day: Day): Promise<void> {
    const partitions = dailyTables.map((table) => partitionOf(table, day));
    if ((await database.query(selectMeasured, partitions)).length > 0) return;
    await database.query(`ANALYZE ${partitions.join(", ")}`);
  }

  return {
    wrote(days) {
      for (const day of days) {
        const count = (batches.get(day) ?? 0) + 1;
        batches.set(day, count);
        // It is not awaited, and where it fails the server does it a little later.
        if (measuredAfter.has(count)) void measure(day).catch(() => undefined);
      }
    },
  };
}
