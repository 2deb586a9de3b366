import type { Sketch } from "#server/domain/sketch/sketch.ts";
import { bucketsPerDoubling } from "#server/domain/sketch/bucket.ts";

/** A quantile with the interval that holds the true one 95 times in 100. Milliseconds. */
export type QuantileEstimate = { value: number; low: number; high: number };

export type Verdict = "slower" | "faster" | "same" | "too-few";

/** Of the standard normal distribution: 95 % are within. */
const z95 = 1.96;
/**
 * So many values must be on either side of a quantile before its interval means anything: 20 for
 * p50, 1,000 for p99.
 */
const leastBeside = 10;
/** How far a sketch's value may be from the true one: half a bucket. */
const bucketError = 2 ** (0.5 / bucketsPerDoubling);

export const leastCountFor = (q: number): number => Math.ceil(leastBeside / Math.min(q, 1 - q));

/**
 * A distribution-free confidence interval from order statistics: of n independent values the number
 * below the true quantile is binomial (n, q), so the values of rank nq ± 1.96 √(nq(1 − q)) enclose
 * it whatever the distribution is (Conover, Practical Nonparametric Statistics, 3.2). Widened by
 * what the sketch rounds. Undefined when there are too few.
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

/** Half a rank below, so that rounding does not lead to the next one. */
const valueOfRank = (sketch: Sketch, rank: number): number =>
  sketch.quantile((Math.min(sketch.count, Math.max(1, rank)) - 0.5) / sketch.count)!;

/**
 * Whether two quantiles differ by more than noise: when their intervals do not overlap. Of two
 * samples of one distribution that are equally large this says so wrongly about 6 times in 1,000,
 * because both would have to be off, in opposite directions.
 */
export function compareQuantiles(
  before: QuantileEstimate | undefined,
  after: QuantileEstimate | undefined,
): Verdict {
  if (!before || !after) return "too-few";
  if (after.low > before.high) return "slower";
  return after.high < before.low ? "faster" : "same";
}
