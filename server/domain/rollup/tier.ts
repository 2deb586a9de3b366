import { dayMs, hourMs } from "#server/domain/time.ts";

/** Rollups are stored in three grains: coarser ones longer. */
export const tiers = ["5-minutes", "hour", "day"] as const;
export type Tier = (typeof tiers)[number];

/**
 * Also seven UTC days, starting on Thursday, so that a year isn't 400 rows per operation. Never the
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
 * Five-minute data is kept an hour longer than two days, so that the day before the last 24 hours
 * uses the same buckets.
 */
export const tierKeptMs: { [tier in Tier]: number } = {
  "5-minutes": 2 * dayMs + hourMs,
  hour: 35 * dayMs,
  day: 400 * dayMs,
};

/** The start of the bucket that contains `at`; days are UTC days. */
export const bucketStart = (grain: Grain, at: number): number =>
  Math.floor(at / tierMs[grain]) * tierMs[grain];
export const bucketEnd = (grain: Grain, at: number): number =>
  Math.ceil(at / tierMs[grain]) * tierMs[grain];

/** Start of complete data in each tier: earlier data has been deleted, or may be at any time. */
export type TierStarts = { [tier in Tier]: number };

/** `keptMs`: retention of the coarsest tier, if shorter; finer ones never last longer. */
export function tierStarts(now: number, keptMs: number = tierKeptMs.day): TierStarts {
  const startOf = (tier: Tier) => bucketEnd(tier, now - Math.min(tierKeptMs[tier], keptMs));
  return { "5-minutes": startOf("5-minutes"), hour: startOf("hour"), day: startOf("day") };
}
