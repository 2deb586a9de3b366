import { chooseReleases, inOrder } from "#server/domain/rollup/compare/compare-choice.ts";
import {
  compareRollups,
  type RollupComparison,
} from "#server/domain/rollup/compare/compare-rollups.ts";
import {
  compareRouteTrees,
  type ComparedRoute,
} from "#server/domain/trace/route-tree/compare-routes.ts";
import type { ReleaseRollup, RollupFilter } from "#server/storage/rollups/rollup-store.ts";
import { type TypicalDeps, typicalPair, type TypicalTrace } from "./typical-traces.ts";

/**
 * Compares two releases of an operation: the requested ones, otherwise the newest and the one
 * before.
 */
export type CompareReleases = (
  asked: RollupFilter & { operationId: number; from: string | null; to: string | null },
) => Promise<ReleaseComparison>;

export type ReleaseComparison = {
  /** Releases active in the window, newest first: at most 100, plus the compared ones. */
  releases: ReleaseRollup[];
  /** Absent without two releases. */
  compared?: {
    from: ReleaseRollup;
    to: ReleaseRollup;
    comparison: RollupComparison;
    /**
     * A trace of each, as close to its median as available, both of the same kind of visit if
     * possible.
     */
    samples: { from?: TypicalTrace; to?: TypicalTrace };
    /** Both traces' route trees, aligned. */
    routes: ComparedRoute[];
  };
};

/** The newest ones for selection. Older ones can be named in the address. */
const mostReleases = 100;

export function createCompareReleases(deps: TypicalDeps): CompareReleases {
  return async ({ from, to, ...filter }) => {
    const releases = inOrder(await deps.store.rollups.byRelease(filter));
    const pair = chooseReleases(releases, { from, to });
    if (!pair) return { releases: releases.slice(0, mostReleases) };
    const typical = await typicalPair(deps, filter, pair);
    const compared = {
      ...pair,
      comparison: compareRollups(pair.from.rollup, pair.to.rollup),
      routes: compareRouteTrees(typical.from?.tree, typical.to?.tree),
      samples: {
        ...(typical.from && { from: nameOf(typical.from) }),
        ...(typical.to && { to: nameOf(typical.to) }),
      },
    };
    const chosen = new Set([pair.from, pair.to]);
    return {
      releases: releases.filter((each, index) => index < mostReleases || chosen.has(each)),
      compared,
    };
  };
}

const nameOf = ({
  traceId,
  spanId,
  startedAt,
  durationMs,
  failed,
  visit,
}: TypicalTrace): TypicalTrace => ({
  traceId,
  spanId,
  startedAt,
  durationMs,
  failed,
  visit,
});
