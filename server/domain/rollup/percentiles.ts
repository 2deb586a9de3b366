import type { Sketch } from "#server/domain/sketch/sketch.ts";

/** The duration that this share of requests stays within: 0.95 is p95. */
export type Percentile = { quantile: number; ms: number };

/** Percentiles of a route, lowest first: in lists, charts, metrics, and comparisons. */
export const routeQuantiles: readonly number[] = [0.5, 0.75, 0.95, 0.99];

/**
 * Percentiles in data forms, as `p95Ms`: contracts that do not change with the pages. Those of
 * routes; of hydration and navigations; the one whose change is given.
 */
export const dataQuantiles: readonly number[] = [0.5, 0.75, 0.95, 0.99];
export const spreadDataQuantiles: readonly number[] = [0.5, 0.75, 0.95];
export const slowDataQuantile = 0.95;

/** Computed where pages and data forms share the result, lowest first. */
export const allQuantiles: readonly number[] = [
  ...new Set([...routeQuantiles, ...dataQuantiles]),
].toSorted((a, b) => a - b);

/**
 * The percentile of slow requests: lists show its change, and releases its value. Data forms of
 * releases and loaders are named after it, because they share it with their pages.
 */
export const slowQuantile = 0.95;

/** Percentiles of a release's requests, and of a loader's runs. */
export const rowQuantiles: readonly number[] = [0.5, slowQuantile];

/** Percentiles of a project's requests, also in the data form of projects. */
export const trafficQuantiles: readonly number[] = [0.75, 0.95];

/** `p95` */
export const percentileName = (quantile: number): `p${number}` =>
  `p${Number((100 * quantile).toFixed(2))}`;

/** `p95Ms`: its name in data forms. */
export const percentileField = (quantile: number): `p${number}Ms` =>
  `${percentileName(quantile)}Ms`;

export type PercentileFields<Value> = { [field: `p${number}Ms`]: Value };

/** `{ p50Ms: …, p95Ms: … }`, with the value of each quantile. */
export const percentileFields = <Value>(
  quantiles: readonly number[],
  valueOf: (quantile: number) => Value,
): PercentileFields<Value> =>
  Object.fromEntries(quantiles.map((quantile) => [percentileField(quantile), valueOf(quantile)]));

/** Empty without requests. */
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
