import { compareRollups } from "#server/domain/rollup/compare-rollups.ts";
import type { StoredOperation } from "#server/domain/rollup/operation.ts";
import type { Rollup } from "#server/domain/rollup/rollup.ts";

type Ran = { operation: StoredOperation; rollup: Rollup };

/** A route that is slower or faster in one release than in the other, at one percentile. */
export type RouteChange = { operation: StoredOperation; q: number; beforeMs: number; afterMs: number; count: number };

/** `compared`: how many routes ran in both often enough to tell. */
export type RouteChanges = { slower: RouteChange[]; faster: RouteChange[]; compared: number };

/** What few notice goes first: the tail, then the middle. */
const told = [0.95, 0.5];
/** What is certain and yet too little to act on. */
const leastChange = 0.03;

/**
 * Routes that a release made slower or faster by more than noise (`compare-quantiles.ts`) and by 3 %: those first where it
 * makes most of a difference to all who waited.
 */
export function routeChanges(before: readonly Ran[], after: readonly Ran[]): RouteChanges {
  const earlier = new Map(before.map(({ operation, rollup }) => [operation.id, rollup]));
  const both = after.flatMap(({ operation, rollup }) => {
    const was = earlier.get(operation.id);
    const { quantiles } = was ? compareRollups(was, rollup) : { quantiles: [] };
    const known = quantiles.filter(({ q, verdict }) => told.includes(q) && verdict !== "too-few");
    return known.length > 0 ? [{ operation, known, count: rollup.durations.count }] : [];
  });
  const changes = both.flatMap(({ operation, known, count }): RouteChange[] => {
    const changed = told.map((q) => known.find((each) => each.q === q && each.verdict !== "same"));
    const { q, beforeMs = 0, afterMs = 0 } = changed.find((each) => each !== undefined) ?? {};
    if (q === undefined || Math.abs(afterMs - beforeMs) < leastChange * beforeMs) return [];
    return [{ operation, q, beforeMs, afterMs, count }];
  });
  const weight = ({ beforeMs, afterMs, count }: RouteChange) => Math.abs(afterMs - beforeMs) * count;
  const sorted = changes.toSorted((a, b) => weight(b) - weight(a));
  return {
    slower: sorted.filter(({ beforeMs, afterMs }) => afterMs > beforeMs),
    faster: sorted.filter(({ beforeMs, afterMs }) => afterMs < beforeMs),
    compared: both.length,
  };
}
