import {
  type NavigationFacts,
  neverHydrated,
  type Spread,
} from "#server/domain/rollup/navigation-facts.ts";
import { msAt, percentileFields, spreadDataQuantiles } from "#server/domain/rollup/percentiles.ts";
import type { VitalFigures } from "#server/domain/vital/vital-figures.ts";
import {
  defaultVitalSort,
  parseVitalSort,
  vitalColumns,
  type VitalPage,
} from "#server/domain/vital/vital-pages.ts";
import { readVitalQuery } from "#server/domain/vital/vital-query.ts";
import { vitalNames } from "#server/domain/vital/vital.ts";
import { rounded, windowJson } from "./route-figures-json.ts";
import type { DataHandler } from "./routes.ts";
import { nextOf, pageOf, paramsOf } from "./search-params.ts";

/**
 * `?since&until&environment&release&service&device&route&sort&cursor`: all pages, by default of the
 * last 7 days.
 */
export const vitalsData: DataHandler = async ({ services, project }, request) => {
  const params = paramsOf(request);
  const sort = params.get("sort") ? parseVitalSort(params.get("sort")!) : defaultVitalSort;
  if (!sort)
    return { problem: "invalid", detail: `Unknown sort. Supported: ${vitalColumns.join(", ")}.` };
  const { window, ...where } = readVitalQuery(params, services.now());
  const { rollups } = services.store;
  const page = pageOf(params);
  const [listed, cover] = await Promise.all([
    services.listVitals({ projectId: project.id, ...window, ...where }, { sort, ...page }),
    rollups.cover(window),
  ]);
  return {
    ...windowJson(cover),
    routes: listed.pages.map(pageJson),
    reached: reachedJson(listed.reached),
    total: listed.total,
    next: nextOf(page, listed.total),
  };
};

/** A page in its data form: shares as fractions, null if not measured. */
function pageJson({ route, visits, figures }: VitalPage) {
  const vitals = vitalNames.map((vital) => [
    vital,
    figures[vital] ? vitalJson(figures[vital]) : null,
  ]);
  return { route, count: visits, ...(Object.fromEntries(vitals) as object) };
}

function vitalJson({ p75, count, good, needsImprovement, poor, rating }: VitalFigures) {
  const share = (part: number) => rounded(part / count);
  return {
    p75: rounded(p75),
    good: share(good),
    needsImprovement: share(needsImprovement),
    poor: share(poor),
    count,
    rating,
  };
}

/** How pages were reached, for all devices and services: null if not measured. */
function reachedJson(facts: NavigationFacts) {
  const { hydration, pending, revalidation } = facts;
  return {
    ...facts,
    neverHydrated: neverHydrated(facts) ?? null,
    hydration: hydration ? spreadJson(hydration) : null,
    pending: pending ? { ...spreadJson(pending), overSecond: pending.overSecond } : null,
    revalidation: revalidation ? spreadJson(revalidation) : null,
  };
}

const spreadJson = ({ count, percentiles }: Spread) => ({
  count,
  ...percentileFields(spreadDataQuantiles, (quantile) => msAt(percentiles, quantile)),
});
