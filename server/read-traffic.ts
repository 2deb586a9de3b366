import type { ProjectId } from "#server/domain/ids.ts";
import { figuresOf, mergedRollup } from "#server/domain/rollup/figures.ts";
import { waitedForKinds } from "#server/domain/rollup/operation.ts";
import type { Window } from "#server/domain/rollup/window.ts";
import type { RollupStore } from "#server/storage/rollup-store.ts";
import type { ReadTraffic, Traffic } from "#server/traffic-services.ts";

/** In the order asked. Costs a few microseconds for each route and hour. */
export function createReadTraffic(rollups: Pick<RollupStore, "operations">): ReadTraffic {
  const trafficOf = async (projectId: ProjectId, window: Window): Promise<Traffic> => {
    const operations = await rollups.operations({ projectId, kinds: waitedForKinds, ...window });
    const { count, failed, p95Ms } = figuresOf(mergedRollup(operations.map(({ rollup }) => rollup)));
    return { count, failed, ...(p95Ms !== undefined && { p95Ms }) };
  };
  return (projectIds, window) => Promise.all(projectIds.map((projectId) => trafficOf(projectId, window)));
}
