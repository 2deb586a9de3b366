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
import type { RollupStore } from "#server/storage/rollups/rollup-store.ts";

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
};

/** In the given order. */
export type ReadTraffic = (projectIds: ProjectId[], window: Window) => Promise<Traffic[]>;

const step = { unit: "hour", every: 1 } as const;

/** In the given order. Costs a few microseconds per route and hour. */
export function createReadTraffic(
  rollups: Pick<RollupStore, "operations" | "counts">,
): ReadTraffic {
  const trafficOf = async (projectId: ProjectId, window: Window): Promise<Traffic> => {
    const filter = { projectId, kinds: waitedForKinds, ...window };
    const [operations, failures] = await Promise.all([
      rollups.operations(filter),
      // Whole hours: a partial first hour would look like a drop.
      rollups.counts({ ...filter, since: bucketEnd(step.unit, window.since) }, step, "failed"),
    ]);
    const { failed, durations } = mergedRollup(operations.map(({ rollup }) => rollup));
    return {
      count: durations.count,
      failed,
      failedHours: sumOf(failures.map(({ counts }) => counts)),
      percentiles: percentilesOf(durations, trafficQuantiles),
      services: busiestFirst(operations),
    };
  };
  return (projectIds, window) =>
    Promise.all(projectIds.map((projectId) => trafficOf(projectId, window)));
}

type Ran = Awaited<ReturnType<RollupStore["operations"]>>;

function busiestFirst(operations: Ran): string[] {
  const counts = new Map<string, number>();
  for (const { operation, rollup } of operations)
    counts.set(operation.service, (counts.get(operation.service) ?? 0) + rollup.durations.count);
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([service]) => service);
}

const sumOf = (series: number[][]): number[] =>
  (series[0] ?? []).map((_, hour) => series.reduce((sum, counts) => sum + counts[hour]!, 0));
