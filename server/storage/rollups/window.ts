import { type Cover, coverOf } from "#server/domain/rollup/cover.ts";
import { tiers, type TierStarts } from "#server/domain/rollup/tier.ts";
import type { Query } from "#server/storage/database.ts";
import { sql } from "#server/storage/sql.ts";

/** From when on each tier is whole: eviction says so before it removes the first row. */
export async function tierStartsKept(query: Query): Promise<TierStarts> {
  const starts: TierStarts = { "5-minutes": -Infinity, hour: -Infinity, day: -Infinity };
  const rows = await query<{ tier: number; kept_from: number }>(
    sql`SELECT tier, kept_from FROM rollup_tiers`,
  );
  for (const { tier, kept_from } of rows) starts[tiers[tier]!] = kept_from;
  return starts;
}

type Window = {
  since: number;
  until: number;
  /** Told apart by days at the coarsest. */ release?: string | undefined;
};

export async function readCover(
  query: Query,
  window: Window,
  coarsest?: "day" | "week",
): Promise<Cover> {
  return coverOf(
    window,
    await tierStartsKept(query),
    coarsest ?? (window.release === undefined ? "week" : "day"),
  );
}
