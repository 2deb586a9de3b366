import { figuresOf } from "#server/domain/rollup/figures.ts";
import type { Rollup } from "#server/domain/rollup/rollup.ts";
import { countChange, isNew, p95Change, type Compared } from "#server/domain/rollup/route-entry.ts";
import type { Window } from "#server/domain/rollup/window.ts";

/** Figures as SPEC section 10 names them: rates as fractions, times in milliseconds, null where nothing ran. */
export function figuresJson(rollup: Rollup, minutes: number) {
  const { count, failureRate, apdex, p50Ms, p75Ms, p95Ms, p99Ms } = figuresOf(rollup);
  return {
    ...{ count, failureRate, apdex: rounded(apdex), perMinute: rounded(count / minutes) },
    ...{ p50Ms: msJson(p50Ms), p75Ms: msJson(p75Ms), p95Ms: msJson(p95Ms), p99Ms: msJson(p99Ms) },
  };
}

/** What it was in the period before: null where there is none to compare with, or where it did not run. */
export function previousJson(entry: Compared) {
  if (!entry.before) return { previous: null, isNew: isNew(entry) };
  const { rollup } = entry.before;
  const changes = { countChange: countChange(entry)?.by ?? 0, p95Change: p95Change(entry)?.by ?? 0 };
  return { previous: { ...figuresJson(rollup, entry.minutes.before), ...changes }, isNew: false };
}

export const windowJson = ({ since, until }: Window) => ({
  since: new Date(since).toISOString(),
  until: new Date(until).toISOString(),
});

const msJson = (ms: number | undefined): number | null => (ms === undefined ? null : rounded(ms));
const rounded = (value: number): number => Math.round(value * 1e4) / 1e4;
