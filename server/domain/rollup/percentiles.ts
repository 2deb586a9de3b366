import type { Sketch } from "#server/domain/sketch/sketch.ts";

/** The duration that this share of requests stays within: 0.95 is p95. */
export type Percentile = { quantile: number; ms: number };

/**
 * Percentiles of a route, lowest first: the list's columns and orders, the lines of charts, the
 * figures of a route and of two releases.
 */
export const routeQuantiles: readonly number[] = [0.5, 0.75, 0.95, 0.99];

/**
 * The percentile that stands for slow requests: the list names its change, and releases are listed
 * with it.
 */
export const slowQuantile = 0.95;

/** Percentiles of a project's requests. The data form of the list of projects names them, too. */
export const trafficQuantiles: readonly number[] = [0.75, 0.95];

/** `p95` */
export const percentileName = (quantile: number): `p${number}` =>
  `p${Number((100 * quantile).toFixed(2))}`;

/** Empty where nothing was counted. */
export function percentilesOf(
  durations: Sketch,
  quantiles: readonly number[] = routeQuantiles,
): Percentile[] {
  return durations.count <= 0
    ? []
    : quantiles.map((quantile) => ({ quantile, ms: durations.quantile(quantile)! }));
}

export const msAt = (percentiles: readonly Percentile[], quantile: number): number | undefined =>
  percentiles.find((each) => each.quantile === quantile)?.ms;
