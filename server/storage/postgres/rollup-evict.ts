import { hourOf } from "#server/domain/time.ts";
import { grains, tierKeptMs, tiers, tierStarts } from "#server/domain/rollup/tier.ts";
import type { RollupStore } from "#server/storage/rollup-store.ts";
import type { Database } from "./database.ts";

const say = `INSERT INTO rollup_tiers (tier, kept_from) VALUES ($1, $2)
  ON CONFLICT (tier) DO UPDATE SET kept_from = greatest(rollup_tiers.kept_from, excluded.kept_from)`;
const projects = "SELECT id FROM projects";
const inTier = (table: string) => `DELETE FROM ${table} WHERE project_id = $1 AND tier = $2 AND at < $3`;
const [rollups, vitals] = [inTier("rollups"), inTier("vital_rollups")];
const days = "DELETE FROM rollup_days WHERE project_id = $1 AND day < $2";
const samples = "DELETE FROM trace_samples WHERE project_id = $1 AND hour < $2";
const reports = "DELETE FROM vital_reports WHERE project_id = $1 AND at < $2";

/** First it is said from when on each tier is whole. A statement locks what it removes and nothing else: no slices. */
export function evictRollups({ query }: Database): RollupStore["evict"] {
  return async (now, keptMs) => {
    const starts = tierStarts(now, keptMs);
    for (const [number, tier] of tiers.entries()) await query(say, number, starts[tier]);
    let removed = 0;
    for (const { id } of await query<{ id: number }>(projects)) {
      for (const [number, grain] of grains.entries()) {
        const start = grain === "week" ? starts.day : starts[grain];
        for (const statement of [rollups, vitals]) removed += (await query(statement, id, number, start)).count;
      }
      removed += (await query(days, id, starts.day)).count;
      removed += (await query(samples, id, hourOf(starts.hour))).count;
      removed += (await query(reports, id, now - tierKeptMs["5-minutes"])).count;
    }
    return removed;
  };
}
