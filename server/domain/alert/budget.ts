import type { Rollup } from "#server/domain/rollup/rollup.ts";
import { vitalQuantile } from "#server/domain/vital/vital-rollup.ts";
import type { VitalName, VitalRollup } from "#server/domain/vital/vital.ts";

/** A measured value beside what it may be. Undefined value: too few were measured for one visit not to decide. */
export type Measured = { value: number | undefined; samples: number };

/** With 20 the 95th percentile is the second slowest: one slow request alone is not it. */
export const fewestRequests = 20;
/** A share is more than an accident from three failures on. */
const fewestFailures = 3;
/** With 10 the 75th percentile has two beyond it. */
export const fewestVisitsMeasured = 10;

export function routeMeasured({ durations, failed }: Rollup, measure: "p95" | "failure-rate"): Measured {
  const samples = durations.count;
  if (samples < fewestRequests) return { value: undefined, samples };
  if (measure === "p95") return { value: durations.quantile(0.95), samples };
  return { value: failed < fewestFailures ? 0 : failed / samples, samples };
}

export function vitalMeasured(rollup: VitalRollup, vital: VitalName): Measured {
  const samples = rollup.values.count;
  return { value: samples < fewestVisitsMeasured ? undefined : vitalQuantile(rollup, vital, 0.75), samples };
}

/** Undefined where too little was measured to say. */
export const isOver = ({ value }: Measured, over: number): boolean | undefined =>
  value === undefined ? undefined : value > over;
