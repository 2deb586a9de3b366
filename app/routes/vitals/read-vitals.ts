import { readAllFacts, readFactsOf } from "#app/routes/routes/facts/read-facts.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import { figuresByVital, gatherVitals, visitsIn } from "#server/domain/vital/vital-figures.ts";
import {
  defaultVitalSort,
  parseVitalSort,
  sortVitalPages,
  vitalDevices,
  vitalPages,
} from "#server/domain/vital/vital-pages.ts";
import { readVitalName, readVitalQuery } from "#server/domain/vital/vital-query.ts";
import type { Services } from "#server/services.ts";
import { readChart } from "./read-chart.ts";

const pageSize = 50;

/** What the URL asks for, as the page prints it. */
export async function readVitals({ store: { rollups }, now }: Services, projectId: ProjectId, params: URLSearchParams) {
  const query = readVitalQuery(params, now());
  const { window, environment, release, route, ...where } = query;
  const visits = { projectId, ...window, environment, release };
  const filter = { ...visits, route, ...where };
  const [rows, cover, choices, reached] = await Promise.all([
    rollups.vitals(filter),
    rollups.cover(window),
    rollups.facets({ ...visits, release: undefined }),
    route === undefined
      ? readAllFacts(rollups, visits)
      : readFactsOf(rollups, visits, route).then((facts) => ({ facts, byRoute: [] })),
  ]);
  const chart = await readChart(rollups, rows, cover, { ...filter, vital: readVitalName(params.get("vital")) });
  const figures = figuresByVital(gatherVitals(rows, () => 0).get(0) ?? {});
  const sort = parseVitalSort(params.get("sort") ?? "") ?? defaultVitalSort;
  const from = Math.max(0, Number(params.get("cursor")) || 0);
  const pages = route === undefined ? sortVitalPages(vitalPages(rows), sort) : [];
  return {
    ...{ route, figures, visits: visitsIn(figures), since: cover.since, choices, chart, now: now() },
    ...{ sort, pages: pages.slice(from, from + pageSize), devices: vitalDevices(rows) },
    next: pages.length > from + pageSize ? String(from + pageSize) : undefined,
    reached,
  };
}
