import type { Sketch } from "#server/domain/sketch/sketch.ts";

/**
 * Whether something changed between two periods, or only looks so. `by` is the change as a fraction of what it was:
 * 0.25 is a quarter more. Absent: no change that could not be chance.
 */
export type Change = { by: number };

/** So many requests in so many minutes. */
export type Rate = { count: number; minutes: number };

/** Requests come in bursts, which counting errors do not know of: three times theirs, and no less than this share. */
const leastCountChange = 0.1;
const countErrors = 3;

/** Of two counts √n is the error: the difference must be three times what both allow for, and 10 % at least. */
export function rateChange(before: Rate, after: Rate): Change | undefined {
  if (before.count === 0) return undefined;
  const [was, is] = [before.count / before.minutes, after.count / after.minutes];
  const error = Math.hypot(Math.sqrt(before.count) / before.minutes, Math.sqrt(after.count) / after.minutes);
  const by = is / was - 1;
  return Math.abs(is - was) >= countErrors * error && Math.abs(by) >= leastCountChange ? { by } : undefined;
}

/** Twice the relative error of a sketch is 1.1 %: what is no larger than this may be the rounding of both. */
const leastQuantileChange = 0.03;

/**
 * A percentile of n values lies, 95 times in 100, between those ranked 2√(nq(1−q)) before and after it. It has changed when
 * these ranges of both periods lie apart. With fewer than 76 values the p95's range has no end.
 */
export function quantileChange(before: Sketch, after: Sketch, q: number): Change | undefined {
  const [was, is] = [rangeOf(before, q), rangeOf(after, q)];
  if (!was || !is || was.value === 0) return undefined;
  const by = is.value / was.value - 1;
  const apart = is.low > was.high || is.high < was.low;
  return apart && Math.abs(by) >= leastQuantileChange ? { by } : undefined;
}

function rangeOf(sketch: Sketch, q: number): { low: number; value: number; high: number } | undefined {
  const margin = 2 * Math.sqrt((q * (1 - q)) / sketch.count);
  if (sketch.count === 0 || q + margin > 1 || q - margin < 0) return undefined;
  return { low: sketch.quantile(q - margin)!, value: sketch.quantile(q)!, high: sketch.quantile(q + margin)! };
}
