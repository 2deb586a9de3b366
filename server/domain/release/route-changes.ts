import {
  compareRollups,
  type RollupComparison,
} from "#server/domain/rollup/compare/compare-rollups.ts";
import type { StoredOperation } from "#server/domain/rollup/operation.ts";
import type { Rollup } from "#server/domain/rollup/rollup.ts";

type Ran = { operation: StoredOperation; rollup: Rollup };

/** A route that is slower or faster in one release than in the other, at one percentile. */
export type RouteChange = {
  operation: StoredOperation;
  q: number;
  beforeMs: number;
  afterMs: number;
  count: number;
};

/**
 * A route that fails more or less often in one release than in the other; rates are shares of its
 * requests.
 */
export type FailureChange = {
  operation: StoredOperation;
  beforeRate: number;
  afterRate: number;
  count: number;
};

/** `compared`: number of routes with enough requests in both. */
export type RouteChanges = {
  slower: RouteChange[];
  faster: RouteChange[];
  failsMore: FailureChange[];
  failsLess: FailureChange[];
  compared: number;
};

/**
 * Compared percentiles: the first one to report, and the tail if only that changed. Shared by the
 * overview, a release's page, and the weekly digest.
 */
const told: readonly number[] = [0.75, 0.95];
/** Smaller changes are significant but irrelevant. */
const leastChange = 0.03;

type Compared = { operation: StoredOperation; count: number; comparison: RollupComparison };

/**
 * Routes that became significantly slower or faster (`compare-quantiles.ts`) by at least 3%, and
 * those that fail significantly more or less often (`compare-shares.ts`), with the largest effect
 * on all requests first.
 */
export function routeChanges(before: readonly Ran[], after: readonly Ran[]): RouteChanges {
  const earlier = new Map(before.map(({ operation, rollup }) => [operation.id, rollup]));
  const both = after.flatMap(({ operation, rollup }): Compared[] => {
    const was = earlier.get(operation.id);
    const comparison = was && compareRollups(was, rollup);
    return comparison && isTold(comparison)
      ? [{ operation, count: rollup.durations.count, comparison }]
      : [];
  });
  return { ...latencyChanges(both), ...failureChanges(both), compared: both.length };
}

const isTold = ({ quantiles, failures }: RollupComparison): boolean =>
  quantiles.some(({ q, verdict }) => told.includes(q) && verdict !== "too-few") ||
  isFailureChange(failures);

const isFailureChange = ({ verdict }: RollupComparison["failures"]): boolean =>
  verdict === "more-often" || verdict === "less-often";

function latencyChanges(both: Compared[]): Pick<RouteChanges, "slower" | "faster"> {
  const changes = both.flatMap(({ operation, comparison, count }): RouteChange[] => {
    const changed = told.map((q) =>
      comparison.quantiles.find((each) => each.q === q && isChange(each.verdict)),
    );
    const { q, beforeMs = 0, afterMs = 0 } = changed.find((each) => each !== undefined) ?? {};
    if (q === undefined || Math.abs(afterMs - beforeMs) < leastChange * beforeMs) return [];
    return [{ operation, q, beforeMs, afterMs, count }];
  });
  const weight = ({ beforeMs, afterMs, count }: RouteChange) =>
    Math.abs(afterMs - beforeMs) * count;
  const sorted = changes.toSorted((a, b) => weight(b) - weight(a));
  return {
    slower: sorted.filter(({ beforeMs, afterMs }) => afterMs > beforeMs),
    faster: sorted.filter(({ beforeMs, afterMs }) => afterMs < beforeMs),
  };
}

const isChange = (verdict: string): boolean => verdict === "slower" || verdict === "faster";

function failureChanges(both: Compared[]): Pick<RouteChanges, "failsMore" | "failsLess"> {
  const changes = both.flatMap(({ operation, comparison: { failures }, count }): FailureChange[] =>
    isFailureChange(failures)
      ? [{ operation, beforeRate: failures.before, afterRate: failures.after, count }]
      : [],
  );
  const weight = ({ beforeRate, afterRate, count }: FailureChange) =>
    Math.abs(afterRate - beforeRate) * count;
  const sorted = changes.toSorted((a, b) => weight(b) - weight(a));
  return {
    failsMore: sorted.filter(({ beforeRate, afterRate }) => afterRate > beforeRate),
    failsLess: sorted.filter(({ beforeRate, afterRate }) => afterRate < beforeRate),
  };
}
