import type { Sketch } from "#server/domain/sketch/sketch.ts";
import { bucketsPerDoubling } from "#server/domain/sketch/bucket.ts";

/** A quantile with its 95% confidence interval. Milliseconds. */
export type QuantileEstimate = { value: number; low: number; high: number };

export type Verdict = "slower" | "faster" | "same" | "too-few";

/** The standard normal distribution has 95% within this. */
const z95 = 1.96;
/**
 * Minimum number of values on each side of a quantile for a meaningful interval: 20 for p50, 1,000
 * for p99.
 */
const leastBeside = 10;
/** Maximum error of a sketch's value: half a bucket. */
const bucketError = 2 ** (0.5 / bucketsPerDoubling);

export const leastCountFor = (q: number): number => Math.ceil(leastBeside / Math.min(q, 1 - q));

/**
 * A distribution-free confidence interval from order statistics: of n independent values, the
 * number below the true quantile is binomial (n, q), so the values of rank nq ± 1.96 √(nq(1 − q))
 * enclose it for any distribution (Conover, Practical Nonparametric Statistics, 3.2). Widened by
 * the sketch's rounding. Undefined with too few values.
 */
export function estimateQuantile(sketch: Sketch, q: number): QuantileEstimate | undefined {
  const { count } = sketch;
  if (count < leastCountFor(q)) return undefined;
  const reach = z95 * Math.sqrt(count * q * (1 - q));
  return {
    value: sketch.quantile(q)!,
    low: valueOfRank(sketch, Math.floor(count * q - reach)) / bucketError,
    high: valueOfRank(sketch, Math.ceil(count * q + reach)) * bucketError,
  };
}

/** Half a rank below, so that rounding doesn't reach the next one. */
const valueOfRank = (sketch: Sketch, rank: number): number =>
  sketch.quantile((Math.min(sketch.count, Math.max(1, rank)) - 0.5) / sketch.count)!;

/**
 * Whether two quantiles differ significantly: their intervals don't overlap. For two equally large
 * samples of one distribution, the false-positive rate is about 6 in 1,000, because both would have
 * to be off in opposite directions.
 */
export function compareQuantiles(
  before: QuantileEstimate | undefined,
  after: QuantileEstimate | undefined,
): Verdict {
  if (!before || !after) return "too-few";
  if (after.low > before.high) return "slower";
  return after.high < before.low ? "faster" : "same";
}
