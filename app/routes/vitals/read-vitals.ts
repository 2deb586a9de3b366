import { readFactsOf, toldFacts } from "#app/routes/routes/facts/read-facts.ts";
import { namesListed } from "#app/ui/name-picker.tsx";
import type { ProjectId } from "#server/domain/ids.ts";
import { figuresByVital, visitsIn } from "#server/domain/vital/vital-figures.ts";
import { defaultVitalSort, parseVitalSort } from "#server/domain/vital/vital-pages.ts";
import { readVitalName, readVitalQuery } from "#server/domain/vital/vital-query.ts";
import type { Services } from "#server/services.ts";
import { readChart } from "./read-chart.ts";

const pageSize = 50;

/** What the URL asks for, as the page prints it. */
export async function readVitals(
  services: Services,
  projectId: ProjectId,
  params: URLSearchParams,
) {
  const { now, listVitals } = services;
  const { rollups } = services.store;
  const query = readVitalQuery(params, now());
  const { window, environment, release, route, ...where } = query;
  const visits = { projectId, ...window, environment, release };
  const filter = { ...visits, route, ...where };
  const sort = parseVitalSort(params.get("sort") ?? "") ?? defaultVitalSort;
  const from = Math.max(0, Number(params.get("cursor")) || 0);
  const [listed, cover, choices, ofRoute, releases] = await Promise.all([
    listVitals(filter, { sort, from, limit: pageSize }),
    rollups.cover(window),
    rollups.facets({ ...visits, release: undefined }, namesListed + 1),
    route === undefined ? undefined : readFactsOf(rollups, visits, route),
    services.readReleaseMarks(projectId, { window, environment }),
  ]);
  const { all, total, reached, reachedByRoute } = listed;
  const chart = await readChart(rollups, all, cover, {
    ...filter,
    vital: readVitalName(params.get("vital")),
  });
  const figures = figuresByVital(all);
  const pages = route === undefined ? listed.pages : [];
  return {
    route,
    figures,
    visits: visitsIn(figures),
    since: cover.since,
    choices,
    now: now(),
    chart: { ...chart, releases },
    sort,
    pages,
    devices: listed.devices,
    next: route === undefined && total > from + pageSize ? String(from + pageSize) : undefined,
    reached: { facts: route === undefined ? toldFacts(reached) : ofRoute, byRoute: reachedByRoute },
  };
}
