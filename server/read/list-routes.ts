import { chooseStep } from "#server/domain/rollup/choose-step.ts";
import { figuresOf, mergedRollup } from "#server/domain/rollup/figures.ts";
import { routesNamed, sortRoutes } from "#server/domain/rollup/route-sort.ts";
import type { ListRoutes, ReadRoutes } from "#server/services.ts";
import type { RollupStore } from "#server/storage/rollup-store.ts";

type Parts = { rollups: RollupStore; readRoutes: ReadRoutes };

/** Sorts and cuts where the routes were read: thousands of sketches stay in that thread. */
export function createListRoutes({ rollups, readRoutes }: Parts): ListRoutes {
  return async (project, query, { sort, from, limit, trendSteps }) => {
    const { entries, ...periods } = await readRoutes(project, query);
    const listed = sortRoutes(routesNamed(entries, query.text), sort);
    const shown = listed.slice(from, from + limit);
    const { count, failureRate, apdex } = figuresOf(mergedRollup(listed.map(({ rollup }) => rollup)));
    const { environment, release, service, kinds, window } = query;
    const filter = { projectId: project.id, environment, release, service, kinds, ...window };
    const counts =
      trendSteps === undefined
        ? undefined
        : await rollups.counts(filter, chooseStep({ ...periods.window, unit: periods.unit }, trendSteps));
    return {
      ...periods,
      entries: shown,
      trends: shown.map(({ operation }) => counts?.get(operation.id) ?? []),
      totals: { routes: listed.length, count, failureRate, apdex },
    };
  };
}
