import { failureRateOf } from "#server/domain/rollup/apdex.ts";
import {
  compareQuantiles,
  estimateQuantile,
  type QuantileEstimate,
  type Verdict,
} from "./compare-quantiles.ts";
import { compareShares, type ShareVerdict } from "./compare-shares.ts";
import { allQuantiles } from "#server/domain/rollup/percentiles.ts";
import type { Rollup } from "#server/domain/rollup/rollup.ts";

/** One operation before and after a change, with significant differences. */
export type RollupComparison = {
  /** Of `allQuantiles`. */
  quantiles: ComparedQuantile[];
  failures: { before: number; after: number; verdict: ShareVerdict };
};

export type ComparedQuantile = {
  q: number;
  /** Undefined without requests. */
  beforeMs: number | undefined;
  afterMs: number | undefined;
  /** With enough data for a confidence interval. */
  before: QuantileEstimate | undefined;
  after: QuantileEstimate | undefined;
  verdict: Verdict;
};

export function compareRollups(before: Rollup, after: Rollup): RollupComparison {
  return {
    quantiles: allQuantiles.map((q) => compareQuantile(before, after, q)),
    failures: {
      before: failureRateOf(before) ?? 0,
      after: failureRateOf(after) ?? 0,
      verdict: compareShares(
        { part: before.failed, whole: before.durations.count },
        { part: after.failed, whole: after.durations.count },
      ),
    },
  };
}

/** Keeps only these percentiles. */
export const ofQuantiles = (
  comparison: RollupComparison,
  wanted: readonly number[],
): RollupComparison => ({
  ...comparison,
  quantiles: comparison.quantiles.filter(({ q }) => wanted.includes(q)),
});

function compareQuantile(
  { durations }: Rollup,
  { durations: later }: Rollup,
  q: number,
): ComparedQuantile {
  const before = estimateQuantile(durations, q);
  const after = estimateQuantile(later, q);
  return {
    q,
    before,
    after,
    verdict: compareQuantiles(before, after),
    beforeMs: durations.quantile(q),
    afterMs: later.quantile(q),
  };
}
