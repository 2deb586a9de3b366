import { type Cover, coverOf } from "#server/domain/rollup/cover.ts";
import { tiers, type TierStarts } from "#server/domain/rollup/tier.ts";
import type { Query } from "#server/storage/database.ts";
import { sql } from "#server/storage/sql.ts";

/** Start of complete data in each tier. Eviction records it before deleting the first row. */
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
  /** Separated at most by day. */ release?: string | undefined;
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
