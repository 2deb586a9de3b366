import type { Window } from "#server/domain/rollup/window.ts";
import type { Scope } from "#app/ui/format/scope.ts";

/** The range of a trend. `isRange`: it is exactly the filter's range. */
export type TrendRange = { buckets: number; unit: "hour" | "day"; title: string; isRange: boolean };

/** Longer ranges show their last days. */
const mostTrendDays = 90;

/**
 * The range of a sparkline for the filter: days if it covers several, otherwise 24 hours. Events
 * are counted by whole UTC hours and days, so the current one is the last.
 */
export function trendOf({ since = "" }: Scope): TrendRange {
  const days = Number(/^([1-9]\d{0,2})d$/.exec(since)?.[1] ?? 1);
  if (days === 1)
    return {
      buckets: 24,
      unit: "hour",
      title: "24 hours",
      isRange: since === "24h" || since === "1d",
    };
  const buckets = Math.min(days, mostTrendDays);
  return { buckets, unit: "day", title: `${buckets} days`, isRange: buckets === days };
}

const bucketMs = { hour: 3_600_000, day: 86_400_000 };

/** Whole hours or UTC days, including the current one. */
export function trendWindow(
  { buckets, unit }: Pick<TrendRange, "buckets" | "unit">,
  nowMs: number,
): Window {
  const until = (Math.floor(nowMs / bucketMs[unit]) + 1) * bucketMs[unit];
  return { since: until - buckets * bucketMs[unit], until };
}
