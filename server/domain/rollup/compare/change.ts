import type { Sketch } from "#server/domain/sketch/sketch.ts";
import { compareQuantiles, estimateQuantile } from "./compare-quantiles.ts";

/**
 * Whether something changed between two periods, or only looks so. `by` is the change as a fraction
 * of what it was: 0.25 is a quarter more. Absent: no change that could not be chance.
 */
export type Change = { by: number };

/** So many requests in so many minutes. */
type Rate = { count: number; minutes: number };

/**
 * Requests come in bursts, which counting errors do not know of: three times theirs, and no less
 * than this share.
 */
const leastCountChange = 0.1;
const countErrors = 3;

/**
 * Of two counts √n is the error: the difference must be three times what both allow for, and 10 %
 * at least.
 */
export function rateChange(before: Rate, after: Rate): Change | undefined {
  if (before.count === 0) return undefined;
  const [was, is] = [before.count / before.minutes, after.count / after.minutes];
  const error = Math.hypot(
    Math.sqrt(before.count) / before.minutes,
    Math.sqrt(after.count) / after.minutes,
  );
  const by = is / was - 1;
  return Math.abs(is - was) >= countErrors * error && Math.abs(by) >= leastCountChange
    ? { by }
    : undefined;
}

/** What is certain and yet too little to act on. */
const leastQuantileChange = 0.03;

/**
 * A percentile has changed when the intervals that hold it in both periods do not meet
 * (compare-quantiles.ts), and by 3 %.
 */
export function quantileChange(before: Sketch, after: Sketch, q: number): Change | undefined {
  const [was, is] = [estimateQuantile(before, q), estimateQuantile(after, q)];
  const verdict = compareQuantiles(was, is);
  if (verdict === "same" || verdict === "too-few" || was!.value === 0) return undefined;
  const by = is!.value / was!.value - 1;
  return Math.abs(by) >= leastQuantileChange ? { by } : undefined;
}
