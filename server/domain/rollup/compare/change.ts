import type { Sketch } from "#server/domain/sketch/sketch.ts";
import { compareQuantiles, estimateQuantile } from "./compare-quantiles.ts";

/**
 * A significant change between two periods. `by`: as a fraction of the previous value: 0.25 is 25%
 * more. Absent: no significant change.
 */
export type Change = { by: number };

/** A number of requests in a number of minutes. */
type Rate = { count: number; minutes: number };

/**
 * Requests come in bursts, which counting errors ignore: three times the error, and at least this
 * share.
 */
const leastCountChange = 0.1;
const countErrors = 3;

/**
 * The error of a count is √n: the difference must be three times that of both, and at least 10%.
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

/** Smaller changes are significant but irrelevant. */
const leastQuantileChange = 0.03;

/**
 * A percentile has changed if its confidence intervals in both periods don't overlap
 * (compare-quantiles.ts), and by at least 3%.
 */
export function quantileChange(before: Sketch, after: Sketch, q: number): Change | undefined {
  const [was, is] = [estimateQuantile(before, q), estimateQuantile(after, q)];
  const verdict = compareQuantiles(was, is);
  if (verdict === "same" || verdict === "too-few" || was!.value === 0) return undefined;
  const by = is!.value / was!.value - 1;
  return Math.abs(by) >= leastQuantileChange ? { by } : undefined;
}
