import { apdexOf, failureRateOf } from "./apdex.ts";
import { type Percentile, percentilesOf } from "./percentiles.ts";
import { emptyRollup, mergeRollup, type Rollup } from "./rollup.ts";

/** Figures of a rollup on pages. Rates are fractions from 0 to 1, and 0 without requests. */
export type Figures = {
  count: number;
  failed: number;
  failureRate: number;
  apdex: number;
  totalMs: number;
  /** Of `routeQuantiles`; empty without requests. */
  percentiles: Percentile[];
};

export function figuresOf(rollup: Rollup): Figures {
  const { durations, failed, totalMs } = rollup;
  const { count } = durations;
  const rates = { failureRate: failureRateOf(rollup) ?? 0, apdex: apdexOf(rollup) ?? 0 };
  return { count, failed, totalMs, ...rates, percentiles: percentilesOf(durations) };
}

export function mergedRollup(rollups: Iterable<Rollup>): Rollup {
  const merged = emptyRollup();
  for (const rollup of rollups) mergeRollup(merged, rollup);
  return merged;
}
