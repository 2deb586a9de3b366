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

/** Two releases of an operation: those asked for, else the newest one against the one before it. */
export type CompareReleases = (
  asked: RollupFilter & { operationId: number; from: string | null; to: string | null },
) => Promise<ReleaseComparison>;

export type ReleaseComparison = {
  /** Those that ran in the window, the newest first: 100 and the two that are compared. */
  releases: ReleaseRollup[];
  /** Absent where there are no two. */
  compared?: {
    from: ReleaseRollup;
    to: ReleaseRollup;
    comparison: RollupComparison;
    /**
     * A trace of each, as near to its median as is kept, both of one kind of visit where there are
     * such.
     */
    samples: { from?: TypicalTrace; to?: TypicalTrace };
    /** Both traces' route trees, aligned. */
    routes: ComparedRoute[];
  };
};

/** The newest, to choose from; others are named in the address. */
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
