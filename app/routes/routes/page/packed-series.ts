import { figuresOf } from "#server/domain/rollup/figures.ts";
import type { Rollup } from "#server/domain/rollup/rollup.ts";

/** One step of the trend. `percentiles`: of `routeQuantiles`; absent without requests. */
export type SeriesPoint = {
  at: number;
  count: number;
  failed: number;
  percentiles: number[] | undefined;
};

/** As one string: 96 steps of six numbers would each need an index in the router's data format. */
export function packSeries(series: readonly { at: number; rollup: Rollup }[]): string {
  return JSON.stringify(series.map(({ at, rollup }) => packPoint(at, rollup)));
}

function packPoint(at: number, rollup: Rollup): number[] {
  const { count, failed, percentiles } = figuresOf(rollup);
  if (count === 0) return [at];
  return [at, count, failed, ...percentiles.map(({ ms }) => Number(ms.toPrecision(3)))];
}

export function unpackSeries(packed: string): SeriesPoint[] {
  return (JSON.parse(packed) as number[][]).map(
    ([at = 0, count = 0, failed = 0, ...percentiles]) => ({
      at,
      count,
      failed,
      percentiles: percentiles.length > 0 ? percentiles : undefined,
    }),
  );
}
