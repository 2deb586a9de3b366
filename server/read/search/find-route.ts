import type { RollupStore } from "#server/storage/rollups/rollup-store.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import type { RouteQuery } from "#server/domain/rollup/route-query.ts";
import type { StoredOperation } from "#server/domain/rollup/operation.ts";

/**
 * By ID or route pattern (the operation with the most traffic in the window); undefined if there is
 * none.
 */
export type FindRoute = (
  projectId: ProjectId,
  name: string,
  query: Pick<RouteQuery, "window" | "environment" | "release">,
) => Promise<StoredOperation | undefined>;

const mostOfOneRoute = 30;

/** Finds an operation by ID or by route pattern: the one with the most traffic in the window. */
export function createFindRoute(rollups: RollupStore): FindRoute {
  return async (projectId, name, { window, environment, release }) => {
    if (/^\d{1,15}$/.test(name)) return rollups.operation(projectId, Number(name));
    const named = (await rollups.operationsOf(projectId, name)).slice(0, mostOfOneRoute);
    if (named.length < 2) return named[0];
    const counted = named.map(async (operation) => {
      const filter = { projectId, environment, release, ...window, operationId: operation.id };
      const parts = await rollups.byRelease(filter);
      return {
        operation,
        count: parts.reduce((sum, { rollup }) => sum + rollup.durations.count, 0),
      };
    });
    return (await Promise.all(counted)).toSorted((a, b) => b.count - a.count)[0]?.operation;
  };
}
