import type { RouteEntry } from "#server/domain/rollup/route-entry.ts";
import { readRouteQuery } from "#server/domain/rollup/route-query.ts";
import {
  defaultRouteSort,
  parseRouteSort,
  routeColumns,
} from "#server/domain/rollup/route-sort.ts";
import { figuresJson, previousJson, rounded, windowJson } from "./route-figures-json.ts";
import type { ContentOf, DataHandler } from "./routes.ts";
import { nextOf, pageOf, paramsOf } from "./search-params.ts";

/**
 * `?since&until&environment&service&kind&release&query&sort&cursor`: all routes, by default of the
 * last 24 hours.
 */
export const routeListData = (async ({ services, project }, request) => {
  const params = paramsOf(request);
  const sort = params.get("sort") ? parseRouteSort(params.get("sort")!) : defaultRouteSort;
  if (!sort)
    return { problem: "invalid", detail: `Unknown sort. Supported: ${routeColumns.join(", ")}.` };
  const query = readRouteQuery(params, services.now());
  const page = pageOf(params);
  const { window, before, entries, totals } = await services.listRoutes(project, query, {
    sort,
    ...page,
  });
  return {
    ...windowJson(window),
    previous: before ? windowJson(before) : null,
    routes: entries.map(routeJson),
    total: totals.routes,
    next: nextOf(page, totals.routes),
  };
}) satisfies DataHandler;

export type RouteListContent = ContentOf<typeof routeListData>;

/** A route in its data form, including its previous period. */
function routeJson(entry: RouteEntry) {
  const { operation, rollup, minutes, timeShare } = entry;
  const { id, route, service, kind, method } = operation;
  return {
    route,
    method: method ?? null,
    service,
    kind,
    id,
    ...figuresJson(rollup, minutes.now),
    timeShare: rounded(timeShare, 6),
    ...previousJson(entry),
  };
}
