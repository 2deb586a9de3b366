import { chooseStep, type Step } from "#server/domain/rollup/choose-step.ts";
import { mergedRollup } from "#server/domain/rollup/figures.ts";
import type { StoredOperation } from "#server/domain/rollup/operation.ts";
import type { Rollup } from "#server/domain/rollup/rollup.ts";
import { routeEntries, type Compared, type RouteEntry } from "#server/domain/rollup/route-entry.ts";
import type { SampleClass, TraceSample } from "#server/domain/rollup/sample.ts";
import { readPeriods, type Periods } from "./read-routes.ts";
import { createIssuesOfRoute, type RouteIssue } from "./issues-of-route.ts";
import type {
  ReleaseRollup,
  RollupFilter,
  RollupStore,
} from "#server/storage/rollups/rollup-store.ts";
import type { Store } from "#server/storage/store.ts";
import { dayMs } from "#server/domain/time.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { RouteQuery } from "#server/domain/rollup/route-query.ts";

/** One operation in a window with its details. */
export type ReadRoute = (
  project: Project,
  operation: StoredOperation,
  query: Pick<RouteQuery, "window" | "environment" | "release">,
) => Promise<RouteReading>;

export type RouteReading = Periods & {
  entry: Compared & Pick<RouteEntry, "perMinute">;
  step: Step;
  series: { at: number; rollup: Rollup }[];
  /** Last seen first. */
  releases: ReleaseRollup[];
  samples: { [sampleClass in SampleClass]: TraceSample[] };
  /** Other kinds and services of the same route, most frequent first. */
  siblings: { operation: StoredOperation; count: number }[];
  issues: RouteIssue[];
};

/**
 * Points of a trend that a chart can show. Within two days, shorter steps would have too few
 * requests for percentiles.
 */
const mostSteps = 96;
/** A day in half hours, including two partial ones. */
const mostStepsOfDays = 50;
const daysMs = 2 * dayMs;
const samplesShown = 10;
const mostSiblings = 12;
const mostDated = 12;
const mostReleases = 50;

const stepsOf = ({ since, until }: { since: number; until: number }): number =>
  until - since <= daysMs ? mostStepsOfDays : mostSteps;

type OfOperation = RollupFilter & { operationId: number };

/** One operation in a window: its trend, releases, samples, neighbors, and issues. */
export function createReadRoute(store: Store, now: () => number): ReadRoute {
  const { rollups } = store;
  const issuesOf = createIssuesOfRoute(store);
  return async (project, operation, { window, environment, release }) => {
    const periods = await readPeriods({ rollups, now }, project, window);
    const step = chooseStep({ ...periods.window, unit: periods.unit }, stepsOf(periods.window));
    const filter = {
      projectId: project.id,
      environment,
      release,
      ...window,
      operationId: operation.id,
    };
    const [series, releases, samples, siblings, earlier] = await Promise.all([
      rollups.series(filter, step),
      rollups.byRelease({ ...filter, release: undefined }),
      samplesOf(store, filter),
      siblingsOf(rollups, filter, operation),
      periods.before ? rollups.byRelease({ ...filter, ...periods.before }) : [],
    ]);
    // Release rollups cover every bucket of the window once, so their sum is the window's total.
    const current = releases.filter((each) => release === undefined || each.release === release);
    const before = earlier.length > 0 ? [{ operation, rollup: sumOf(earlier) }] : undefined;
    const entry = routeEntries(
      [{ operation, rollup: sumOf(current) }],
      periods.minutes,
      before,
    )[0]!;
    const [issues, dated] = await Promise.all([
      issuesOf(project.id, operation, window, samples.failed),
      datedReleases(store, filter, releases.slice(0, mostReleases), step),
    ]);
    return { ...periods, entry, step, series, releases: dated, samples, siblings, issues };
  };
}

/**
 * Release rollups use buckets too coarse to date a release's start. The trend's buckets date it to
 * the chart's resolution, and never before the release itself.
 */
function datedReleases(
  { rollups, releases: known }: Store,
  filter: OfOperation,
  releases: ReleaseRollup[],
  step: Step,
) {
  return Promise.all(
    releases.map(async (each, index) => {
      if (index >= mostDated || each.release === "") return each;
      const series = await rollups.series({ ...filter, release: each.release }, step);
      const first = series.find(({ rollup }) => rollup.durations.count > 0);
      if (!first) return each;
      const cameBefore = first.at < filter.since;
      const release = cameBefore ? undefined : await known.find(filter.projectId, each.release);
      return { ...each, firstAt: Math.max(first.at, release?.firstSeen ?? 0) };
    }),
  );
}

const sumOf = (releases: ReleaseRollup[]): Rollup =>
  mergedRollup(releases.map(({ rollup }) => rollup));

/**
 * Random samples, which are also among the slow ones, don't protect a trace: with sampling enabled,
 * some are deleted.
 */
async function samplesOf(
  { rollups, traces }: Pick<Store, "rollups" | "traces">,
  filter: OfOperation,
) {
  const read = (each: SampleClass, limit: number) =>
    rollups.samples({ ...filter, class: each, limit });
  const [slow, failed, random] = await Promise.all([
    read("slow", 4 * samplesShown),
    read("failed", samplesShown),
    read("random", 4 * samplesShown),
  ]);
  const kept = await traces.spanCounts(
    filter.projectId,
    [...slow, ...random].map(({ traceId }) => traceId),
  );
  const stored = (samples: TraceSample[]) =>
    samples.filter(({ traceId }) => kept.has(traceId)).slice(0, samplesShown);
  return { slow: stored(slow), failed, random: stored(random) };
}

async function siblingsOf(
  rollups: RollupStore,
  filter: OfOperation,
  { id, route }: StoredOperation,
) {
  const others = (await rollups.operationsOf(filter.projectId, route)).filter(
    (each) => each.id !== id,
  );
  const counted = others.slice(0, mostSiblings).map(async (operation) => {
    const parts = await rollups.byRelease({ ...filter, operationId: operation.id });
    return { operation, count: parts.reduce((sum, { rollup }) => sum + rollup.durations.count, 0) };
  });
  return (await Promise.all(counted))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count);
}
