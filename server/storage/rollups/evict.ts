import { dayMs, hourOf } from "#server/domain/time.ts";
import { grains, tiers, tierStarts } from "#server/domain/rollup/tier.ts";
import { countOf, type Query } from "#server/storage/database.ts";
import { sumOverProjects } from "#server/storage/projects/over-projects.ts";
import type { RollupStore } from "#server/storage/rollups/rollup-store.ts";
import { byDialect, greatest, raw, type Sql, sql } from "#server/storage/sql.ts";

/**
 * Rows per statement in SQLite: about a millisecond, during which the digest waits. PostgreSQL
 * locks only the deleted rows.
 */
const slice = 500;

/** Within this time, a later report with the same ID replaces the earlier one. */
const reportsKeptMs = 2 * dayMs;

const keys = {
  rollups: raw("id"),
  vital_rollups: raw("id"),
  rollup_days: raw("project_id, day, service, environment_id, release_id"),
  trace_samples: raw("project_id, operation_id, class, hour, environment_id, release_id, trace_id"),
  vital_reports: raw("project_id, report_id, vital"),
};

function deleteSlice(name: keyof typeof keys, where: Sql): Sql {
  const [table, key] = [raw(name), keys[name]];
  return byDialect(
    sql`DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE ${where} LIMIT ${raw(slice)})`,
    sql`DELETE FROM ${table} WHERE ${where}`,
  );
}

const later = greatest(sql`rollup_tiers.kept_from`, sql`excluded.kept_from`);

/** First records from when on each tier is complete. */
export function evictRollups(query: Query): RollupStore["evict"] {
  async function removeAll(table: keyof typeof keys, where: Sql): Promise<number> {
    for (let removed = 0; ;) {
      const now = await countOf(query(deleteSlice(table, where)));
      removed += now;
      if (now !== slice) return removed;
    }
  }

  return async (now, keptMs) => {
    const starts = tierStarts(now, keptMs);
    for (const [number, tier] of tiers.entries()) {
      await query(
        sql`INSERT INTO rollup_tiers (tier, kept_from) VALUES (${number}, ${starts[tier]})
          ON CONFLICT (tier) DO UPDATE SET kept_from = ${later}`,
      );
    }
    return sumOverProjects(query, async (id) => {
      let removed = 0;
      const ofProject = sql`project_id = ${id}`;
      for (const [number, grain] of grains.entries()) {
        const start = grain === "week" ? starts.day : starts[grain];
        const where = sql`${ofProject} AND tier = ${number} AND at < ${start}`;
        for (const table of ["rollups", "vital_rollups"] as const)
          removed += await removeAll(table, where);
      }
      removed += await removeAll("rollup_days", sql`${ofProject} AND day < ${starts.day}`);
      removed += await removeAll(
        "trace_samples",
        sql`${ofProject} AND hour < ${hourOf(starts.hour)}`,
      );
      // By age only, for which SQLite has an index.
      const old = sql`at < ${now - reportsKeptMs}`;
      removed += await removeAll("vital_reports", byDialect(old, sql`${ofProject} AND ${old}`));
      return removed;
    });
  };
}
