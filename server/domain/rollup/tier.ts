import { dayMs, hourMs } from "#server/domain/time.ts";

/** Rollups are kept in three grains: the coarser, the longer. */
export const tiers = ["5-minutes", "hour", "day"] as const;
export type Tier = (typeof tiers)[number];

/**
 * Seven UTC days as well, from Thursday on, so that a year is no 400 rows an operation. Never the
 * unit of a window.
 */
export const grains = [...tiers, "week"] as const;
export type Grain = (typeof grains)[number];

export const tierMs: { [grain in Grain]: number } = {
  "5-minutes": 5 * 60_000,
  hour: hourMs,
  day: dayMs,
  week: 7 * dayMs,
};
/**
 * Five minutes an hour longer than two days, so that the day before the last 24 hours is read in
 * the same buckets.
 */
export const tierKeptMs: { [tier in Tier]: number } = {
  "5-minutes": 2 * dayMs + hourMs,
  hour: 35 * dayMs,
  day: 400 * dayMs,
};

/** The start of the bucket that holds `at`; days are UTC days. */
export const bucketStart = (grain: Grain, at: number): number =>
  Math.floor(at / tierMs[grain]) * tierMs[grain];
export const bucketEnd = (grain: Grain, at: number): number =>
  Math.ceil(at / tierMs[grain]) * tierMs[grain];

/** From when on each tier is whole: what began earlier has been removed, or may be at any time. */
export type TierStarts = { [tier in Tier]: number };

/** `keptMs`: how long the coarsest is kept, where that is shorter; the finer ones never longer. */
export function tierStarts(now: number, keptMs: number = tierKeptMs.day): TierStarts {
  const startOf = (tier: Tier) => bucketEnd(tier, now - Math.min(tierKeptMs[tier], keptMs));
  return { "5-minutes": startOf("5-minutes"), hour: startOf("hour"), day: startOf("day") };
}
