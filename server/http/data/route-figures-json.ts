import { quantileChange } from "#server/domain/rollup/compare/change.ts";
import { figuresOf } from "#server/domain/rollup/figures.ts";
import type { Rollup } from "#server/domain/rollup/rollup.ts";
import { countChange, isNew, type Compared } from "#server/domain/rollup/route-entry.ts";
import type { Window } from "#server/domain/rollup/window.ts";

/** Figures in their data form: rates as fractions, times in milliseconds, null without data. */
export function figuresJson(rollup: Rollup, minutes: number) {
  const { count, failureRate, apdex } = figuresOf(rollup);
  const at = (quantile: number) => msJson(rollup.durations.quantile(quantile));
  return {
    count,
    failureRate,
    apdex: rounded(apdex),
    perMinute: rounded(count / minutes),
    p50Ms: at(0.5),
    p75Ms: at(0.75),
    p95Ms: at(0.95),
    p99Ms: at(0.99),
  };
}

/** Figures of the previous period: null if there is none or the route had no requests. */
export function previousJson(entry: Compared) {
  if (!entry.before) return { previous: null, isNew: isNew(entry) };
  const { rollup } = entry.before;
  const p95 = quantileChange(rollup.durations, entry.rollup.durations, 0.95);
  const changes = { countChange: countChange(entry)?.by ?? 0, p95Change: p95?.by ?? 0 };
  return { previous: { ...figuresJson(rollup, entry.minutes.before), ...changes }, isNew: false };
}

export const windowJson = ({ since, until }: Window) => ({
  since: new Date(since).toISOString(),
  until: new Date(until).toISOString(),
});

const msJson = (ms: number | undefined): number | null => (ms === undefined ? null : rounded(ms));
const rounded = (value: number): number => Math.round(value * 1e4) / 1e4;
