import { navigationFacts, navigationFactsByRoute, navigationKinds } from "#server/domain/rollup/navigation-facts.ts";
import { gatherVitals } from "#server/domain/vital/vital-figures.ts";
import { sortVitalPages, vitalDevices, vitalPages } from "#server/domain/vital/vital-pages.ts";
import type { ListVitals } from "#server/services.ts";
import type { RollupStore } from "#server/storage/rollup-store.ts";

/** Pages whose navigations are listed by themselves, the most visited first. */
const mostReached = 50;

/** Sorts and cuts where the vitals were read: those of thousands of pages stay in that thread. */
export function createListVitals(rollups: RollupStore): ListVitals {
  return async ({ route, device, service, ...visits }, { sort, from, limit }) => {
    const [rows, operations] = await Promise.all([
      rollups.vitals({ ...visits, route, device, service }),
      rollups.operations({ ...visits, kinds: navigationKinds }),
    ]);
    const pages = sortVitalPages(vitalPages(rows), sort);
    // Spans know no device, and a page's two halves are two services.
    const reached = operations.filter(({ operation }) => route === undefined || operation.route === route);
    return {
      all: gatherVitals(rows, () => 0).get(0) ?? {},
      devices: vitalDevices(rows),
      pages: pages.slice(from, from + limit),
      total: pages.length,
      reached: navigationFacts(reached),
      reachedByRoute: route === undefined ? navigationFactsByRoute(reached).slice(0, mostReached) : [],
    };
  };
}
