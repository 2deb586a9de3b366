import type { Rollup } from "#server/domain/rollup/rollup.ts";
import { vitalQuantile } from "#server/domain/vital/vital-rollup.ts";
import type { VitalName, VitalRollup } from "#server/domain/vital/vital.ts";
import { quantileOf, type RouteMeasure } from "./rule.ts";

/**
 * A measured value and its threshold. Undefined value: too little data, so that a single visit
 * never decides.
 */
export type Measured = { value: number | undefined; samples: number };

/** With 20, the 95th percentile is the second slowest, so a single slow request doesn't trigger. */
export const fewestRequests = 20;
/** Fewer than three failures may be coincidence. */
const fewestFailures = 3;
/** With 10, two values are above the 75th percentile. */
const fewestVisitsMeasured = 10;

export function routeMeasured({ durations, failed }: Rollup, measure: RouteMeasure): Measured {
  const samples = durations.count;
  if (samples < fewestRequests) return { value: undefined, samples };
  const quantile = quantileOf(measure);
  if (quantile !== undefined) return { value: durations.quantile(quantile), samples };
  return { value: failed < fewestFailures ? 0 : failed / samples, samples };
}

export function vitalMeasured(rollup: VitalRollup, vital: VitalName): Measured {
  const samples = rollup.values.count;
  return {
    value: samples < fewestVisitsMeasured ? undefined : vitalQuantile(rollup, vital, 0.75),
    samples,
  };
}

/** Undefined without enough data. */
export const isOver = ({ value }: Measured, over: number): boolean | undefined =>
  value === undefined ? undefined : value > over;
