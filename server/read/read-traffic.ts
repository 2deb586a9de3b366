import type { ProjectId } from "#server/domain/ids.ts";
import { mergedRollup } from "#server/domain/rollup/figures.ts";
import { waitedForKinds } from "#server/domain/rollup/operation.ts";
import {
  type Percentile,
  percentilesOf,
  trafficQuantiles,
} from "#server/domain/rollup/percentiles.ts";
import { bucketEnd } from "#server/domain/rollup/tier.ts";
import type { Window } from "#server/domain/rollup/window.ts";
import type { Store } from "#server/storage/store.ts";

/** Requests, page loads, and other user-facing work of all routes of a project. */
export type Traffic = {
  count: number;
  failed: number;
  /** By hour, oldest first. */
  failedHours: number[];
  /** For `trafficQuantiles`; empty without data. */
  percentiles: Percentile[];
  /** Active services, busiest first. */
  services: string[];
  sessions: { all: number; crashed: number };
};

/** In the given order. */
export type ReadTraffic = (projectIds: ProjectId[], window: Window) => Promise<Traffic[]>;

const step = { unit: "hour", every: 1 } as const;

/** In the given order. Costs a few microseconds per route and hour. */
export function createReadTraffic({
  rollups,
  releases,
}: Pick<Store, "rollups" | "releases">): ReadTraffic {
  const trafficOf = async (projectId: ProjectId, window: Window): Promise<Traffic> => {
    const filter = { projectId, kinds: waitedForKinds, ...window };
    // Whole hours: a partial first hour would look like a drop.
    const hours = { ...window, since: bucketEnd(step.unit, window.since) };
    const [operations, failures, sessions] = await Promise.all([
      rollups.operations(filter),
      rollups.counts({ ...filter, ...hours }, step, "failed"),
      releases.healthSeries({ projectId, ...hours }, hours.until - hours.since),
    ]);
    const { failed, durations } = mergedRollup(operations.map(({ rollup }) => rollup));
    return {
      count: durations.count,
      failed,
      failedHours: sumOf(failures.map(({ counts }) => counts)),
      percentiles: percentilesOf(durations, trafficQuantiles),
      services: busiestFirst(operations),
      sessions: { all: sessions[0]?.ofAll ?? 0, crashed: sessions[0]?.crashed ?? 0 },
    };
  };
  return (projectIds, window) =>
    Promise.all(projectIds.map((projectId) => trafficOf(projectId, window)));
}

type Ran = Awaited<ReturnType<Store["rollups"]["operations"]>>;

function busiestFirst(operations: Ran): string[] {
  const counts = new Map<string, number>();
  for (const { operation, rollup } of operations)
    counts.set(operation.service, (counts.get(operation.service) ?? 0) + rollup.durations.count);
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([service]) => service);
}

const sumOf = (series: number[][]): number[] =>
  (series[0] ?? []).map((_, hour) => series.reduce((sum, counts) => sum + counts[hour]!, 0));
