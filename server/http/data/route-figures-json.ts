import { quantileChange } from "#server/domain/rollup/compare/change.ts";
import { figuresOf } from "#server/domain/rollup/figures.ts";
import {
  dataQuantiles,
  percentileFields,
  percentileName,
  slowDataQuantile,
} from "#server/domain/rollup/percentiles.ts";
import type { Rollup } from "#server/domain/rollup/rollup.ts";
import { countChange, isNew, type Compared } from "#server/domain/rollup/route-entry.ts";
import type { Window } from "#server/domain/rollup/window.ts";

/** Figures in their data form: rates as fractions, times in milliseconds, null without data. */
export function figuresJson(rollup: Rollup, minutes: number) {
  const { count, failureRate, apdex } = figuresOf(rollup);
  return {
    count,
    failureRate,
    apdex: rounded(apdex),
    perMinute: rounded(count / minutes),
    ...percentileFields(dataQuantiles, (quantile) => msJson(rollup.durations.quantile(quantile))),
  };
}

/** Figures of the previous period: null if there is none or the route had no requests. */
export function previousJson(entry: Compared) {
  if (!entry.before) return { previous: null, isNew: isNew(entry) };
  const { rollup } = entry.before;
  const slower = quantileChange(rollup.durations, entry.rollup.durations, slowDataQuantile);
  const changes = {
    countChange: countChange(entry)?.by ?? 0,
    [`${percentileName(slowDataQuantile)}Change`]: slower?.by ?? 0,
  };
  return { previous: { ...figuresJson(rollup, entry.minutes.before), ...changes }, isNew: false };
}

export const windowJson = ({ since, until }: Window) => ({
  since: new Date(since).toISOString(),
  until: new Date(until).toISOString(),
});

/** Null without requests. */
export const msJson = (ms: number | undefined): number | null =>
  ms === undefined ? null : rounded(ms);
/**
 * To four places after the point, or `places`: the last digits of sums depend on the order of their
 * parts, which differs by engine.
 */
export const rounded = (value: number, places = 4): number =>
  Math.round(value * 10 ** places) / 10 ** places;
