import type { Rollup } from "#server/domain/rollup/rollup.ts";
import { vitalQuantile } from "#server/domain/vital/vital-rollup.ts";
import type { VitalName, VitalRollup } from "#server/domain/vital/vital.ts";
import type { RouteMeasure } from "./rule.ts";

/**
 * A measured value beside what it may be. Undefined value: too few were measured for one visit not
 * to decide.
 */
export type Measured = { value: number | undefined; samples: number };

/** With 20 the 95th percentile is the second slowest: one slow request alone is not it. */
const fewestRequests = 20;
/** A share is more than an accident from three failures on. */
const fewestFailures = 3;
/** With 10 the 75th percentile has two beyond it. */
const fewestVisitsMeasured = 10;

export function routeMeasured({ durations, failed }: Rollup, measure: RouteMeasure): Measured {
  const samples = durations.count;
  if (samples < fewestRequests) return { value: undefined, samples };
  if (measure === "failure-rate")
    return { value: failed < fewestFailures ? 0 : failed / samples, samples };
  return { value: durations.quantile(measure === "p75" ? 0.75 : 0.95), samples };
}

export function vitalMeasured(rollup: VitalRollup, vital: VitalName): Measured {
  const samples = rollup.values.count;
  return {
    value: samples < fewestVisitsMeasured ? undefined : vitalQuantile(rollup, vital, 0.75),
    samples,
  };
}

/** Undefined where too little was measured to say. */
export const isOver = ({ value }: Measured, over: number): boolean | undefined =>
  value === undefined ? undefined : value > over;
