import { chooseReleases, inOrder } from "#server/domain/rollup/compare-choice.ts";
import { compareRollups, type RollupComparison } from "#server/domain/rollup/compare-rollups.ts";
import type { TraceSample } from "#server/domain/rollup/sample.ts";
import { analyseTrace } from "#server/domain/trace/analyse.ts";
import { compareRouteTrees, type ComparedRoute } from "#server/domain/trace/compare-routes.ts";
import { type RouteTree, routeTreeAround } from "#server/domain/trace/route-tree.ts";
import type { ReleaseRollup, RollupFilter } from "#server/storage/rollup-store.ts";
import type { Store } from "#server/storage/store.ts";
import type { ReadTrace } from "./read-trace.ts";

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
    /** A trace of each, as near to its median as is kept. */
    samples: { from?: TypicalTrace; to?: TypicalTrace };
    /** Both traces' route trees, aligned. */
    routes: ComparedRoute[];
  };
};

export type TypicalTrace = Omit<TraceSample, "release">;

/** Of so many the one nearest to the median; where its trace is no longer kept, the next nearest. */
const candidates = 60;
const mostReads = 4;
/** The newest, to choose from; others are named in the address. */
const mostReleases = 100;
const mostSpans = 5_000;

type Deps = { store: Store; readTrace: ReadTrace };
type Asked = RollupFilter & { operationId: number };
type Read = TypicalTrace & { tree: RouteTree | undefined };

export function createCompareReleases({ store, readTrace }: Deps): CompareReleases {
  return async ({ from, to, ...filter }) => {
    const releases = inOrder(await store.rollups.byRelease(filter));
    const pair = chooseReleases(releases, { from, to });
    if (!pair) return { releases: releases.slice(0, mostReleases) };
    const [before, after] = await Promise.all([typicalTrace(filter, pair.from), typicalTrace(filter, pair.to)]);
    const compared = {
      ...pair,
      comparison: compareRollups(pair.from.rollup, pair.to.rollup),
      routes: compareRouteTrees(before?.tree, after?.tree),
      samples: { ...(before && { from: nameOf(before) }), ...(after && { to: nameOf(after) }) },
    };
    const chosen = new Set([pair.from, pair.to]);
    return { releases: releases.filter((each, index) => index < mostReleases || chosen.has(each)), compared };
  };

  async function typicalTrace(filter: Asked, { release, rollup }: ReleaseRollup): Promise<Read | undefined> {
    const medianMs = rollup.durations.quantile(0.5) ?? 0;
    const samples = await store.rollups.samples({ ...filter, release, class: "random", limit: candidates });
    for (const sample of nearest(samples, medianMs).slice(0, mostReads)) {
      const spans = await store.traces.spanCount(filter.projectId, sample.traceId);
      const reading = spans > 0 && spans <= mostSpans && (await readTrace(filter.projectId, sample.traceId));
      if (reading) return { ...sample, tree: routeTreeAround(analyseTrace(reading.spans), sample.spanId) };
    }
    return undefined;
  }
}

const nearest = (samples: TraceSample[], medianMs: number): TraceSample[] =>
  samples.toSorted((a, b) => Math.abs(a.durationMs - medianMs) - Math.abs(b.durationMs - medianMs));

const nameOf = ({ traceId, spanId, startedAt, durationMs, failed }: Read): TypicalTrace => ({
  ...{ traceId, spanId, startedAt, durationMs, failed },
});
