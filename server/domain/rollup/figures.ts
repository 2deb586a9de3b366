import { apdexOf, failureRateOf } from "./apdex.ts";
import { emptyRollup, mergeRollup, type Rollup } from "./rollup.ts";

/** What pages print of a rollup. Rates are fractions from 0 to 1, 0 of nothing; nothing has no percentiles. */
export type Figures = {
  count: number;
  failed: number;
  failureRate: number;
  apdex: number;
  totalMs: number;
  p50Ms?: number;
  p75Ms?: number;
  p95Ms?: number;
  p99Ms?: number;
};

export function figuresOf(rollup: Rollup): Figures {
  const { durations, failed, totalMs } = rollup;
  const { count } = durations;
  const rates = { count, failed, totalMs, failureRate: failureRateOf(rollup) ?? 0, apdex: apdexOf(rollup) ?? 0 };
  if (count <= 0) return rates;
  return {
    ...rates,
    p50Ms: durations.quantile(0.5)!,
    p75Ms: durations.quantile(0.75)!,
    p95Ms: durations.quantile(0.95)!,
    p99Ms: durations.quantile(0.99)!,
  };
}

export function mergedRollup(rollups: Iterable<Rollup>): Rollup {
  const merged = emptyRollup();
  for (const rollup of rollups) mergeRollup(merged, rollup);
  return merged;
}
