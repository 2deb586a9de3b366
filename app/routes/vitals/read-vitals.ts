import type { ProjectId } from "#server/domain/ids.ts";
import {
  navigationFacts,
  navigationFactsByRoute,
  navigationKinds,
  visitsOf,
} from "#server/domain/rollup/navigation-facts.ts";
import { figuresByVital, gatherVitals, visitsIn } from "#server/domain/vital/vital-figures.ts";
import {
  defaultVitalSort,
  parseVitalSort,
  sortVitalPages,
  vitalDevices,
  vitalPages,
} from "#server/domain/vital/vital-pages.ts";
import { readVitalName, readVitalQuery, type VitalQuery } from "#server/domain/vital/vital-query.ts";
import type { Services } from "#server/services.ts";
import type { RollupStore } from "#server/storage/rollup-store.ts";
import { readChart } from "./read-chart.ts";

const pageSize = 50;
const mostFacts = 50;

/** What the URL asks for, as the page prints it. */
export async function readVitals({ store: { rollups }, now }: Services, projectId: ProjectId, params: URLSearchParams) {
  const query = readVitalQuery(params, now());
  const { window, ...where } = query;
  const filter = { projectId, ...window, ...where };
  const [rows, cover, choices, reached] = await Promise.all([
    rollups.vitals(filter),
    rollups.cover(window),
    rollups.facets({ projectId, environment: query.environment, ...window }),
    readReached(rollups, projectId, query),
  ]);
  const chart = await readChart(rollups, rows, cover, { ...filter, vital: readVitalName(params.get("vital")) });
  const figures = figuresByVital(gatherVitals(rows, () => 0).get(0) ?? {});
  const sort = parseVitalSort(params.get("sort") ?? "") ?? defaultVitalSort;
  const from = Number(params.get("cursor")) || 0;
  const pages = query.route === undefined ? sortVitalPages(vitalPages(rows), sort) : [];
  return {
    ...{ route: query.route, figures, visits: visitsIn(figures), since: cover.since, choices, chart, now: now() },
    ...{ sort, pages: pages.slice(from, from + pageSize), devices: vitalDevices(rows) },
    next: pages.length > from + pageSize ? String(from + pageSize) : undefined,
    ...reached,
  };
}

/** Spans know no device, and a page's two halves are two services: of the filters only environment and release count here. */
async function readReached(
  rollups: RollupStore,
  projectId: ProjectId,
  { window, environment, release, route }: VitalQuery,
) {
  const all = await rollups.operations({ projectId, ...window, environment, release, kinds: navigationKinds });
  const counted = route === undefined ? all : all.filter(({ operation }) => operation.route === route);
  const facts = navigationFacts(counted);
  if (visitsOf(facts) === 0) return { facts: undefined, factsByRoute: [] };
  return { facts, factsByRoute: navigationFactsByRoute(counted).slice(0, mostFacts) };
}
