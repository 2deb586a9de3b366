import {
  navigationFacts,
  navigationFactsByRoute,
  navigationKinds,
  type NavigationFacts,
} from "#server/domain/rollup/navigation-facts.ts";
import { gatherVitals } from "#server/domain/vital/vital-figures.ts";
import {
  sortVitalPages,
  vitalDevices,
  vitalPages,
  type VitalSort,
  type VitalDevice,
  type VitalPage,
} from "#server/domain/vital/vital-pages.ts";
import type { RollupStore, VitalFilter } from "#server/storage/rollups/rollup-store.ts";
import type { VitalName, VitalRollup } from "#server/domain/vital/vital.ts";

/** A page of the pages with vitals, their totals, and how visitors reached them. */
export type ListVitals = (
  filter: VitalFilter,
  page: { sort: VitalSort; from: number; limit: number },
) => Promise<VitalListReading>;

export type VitalListReading = {
  all: { [vital in VitalName]?: VitalRollup };
  devices: VitalDevice[];
  pages: VitalPage[];
  /** Number of pages. */
  total: number;
  reached: NavigationFacts;
  /** The most visited routes individually; empty if one route was requested. */
  reachedByRoute: { route: string; facts: NavigationFacts }[];
};

/** Pages whose navigations are listed individually, most visited first. */
const mostReached = 50;

/** Sorts and pages in the reading thread, so that vitals of thousands of pages stay there. */
export function createListVitals(rollups: RollupStore): ListVitals {
  return async ({ route, device, service, ...visits }, { sort, from, limit }) => {
    const [rows, operations] = await Promise.all([
      rollups.vitals({ ...visits, route, device, service }),
      rollups.operations({ ...visits, kinds: navigationKinds }),
    ]);
    const pages = sortVitalPages(vitalPages(rows), sort);
    // Spans have no device, and a page's two halves are two services.
    const reached = operations.filter(
      ({ operation }) => route === undefined || operation.route === route,
    );
    return {
      all: gatherVitals(rows, () => 0).get(0) ?? {},
      devices: vitalDevices(rows),
      pages: pages.slice(from, from + limit),
      total: pages.length,
      reached: navigationFacts(reached),
      reachedByRoute:
        route === undefined ? navigationFactsByRoute(reached).slice(0, mostReached) : [],
    };
  };
}
