import { dayMs, hourMs } from "#server/domain/ledger.ts";

/** Rollups are kept in three grains: the coarser, the longer. */
export const tiers = ["5-minutes", "hour", "day"] as const;
export type Tier = (typeof tiers)[number];

export const tierMs: { [tier in Tier]: number } = { "5-minutes": 5 * 60_000, hour: hourMs, day: dayMs };
export const tierKeptMs: { [tier in Tier]: number } = { "5-minutes": 2 * dayMs, hour: 35 * dayMs, day: 400 * dayMs };

/** The start of the bucket that holds `at`; days are UTC days. */
export const bucketStart = (tier: Tier, at: number): number => Math.floor(at / tierMs[tier]) * tierMs[tier];
export const bucketEnd = (tier: Tier, at: number): number => Math.ceil(at / tierMs[tier]) * tierMs[tier];

/** From when on each tier is whole: what began earlier has been removed, or may be at any time. */
export type TierStarts = { [tier in Tier]: number };

export function tierStarts(now: number): TierStarts {
  const startOf = (tier: Tier) => bucketEnd(tier, now - tierKeptMs[tier]);
  return { "5-minutes": startOf("5-minutes"), hour: startOf("hour"), day: startOf("day") };
}
