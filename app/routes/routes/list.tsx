import { requireProject } from "#app/guard.ts";
import { chooseStep } from "#server/domain/rollup/choose-step.ts";
import { figuresOf, mergedRollup } from "#server/domain/rollup/figures.ts";
import type { RouteEntry } from "#server/domain/rollup/route-entry.ts";
import { readRouteQuery } from "#server/domain/rollup/route-query.ts";
import { defaultRouteSort, parseRouteSort, routesNamed, sortRoutes } from "#server/domain/rollup/route-sort.ts";
import type { Route } from "./+types/list.ts";
import { RouteList } from "./list/route-list.tsx";
import { routeRow } from "./list/route-row.ts";

const pageSize = 50;
/** As many as a row's small picture can show apart. */
const trendSteps = 32;

export async function loader(args: Route.LoaderArgs) {
  const { services, project } = await requireProject(args, "project:read");
  const { searchParams } = args.url;
  const now = services.now();
  const query = readRouteQuery(searchParams, now);
  const { environment, release, service, kinds, window } = query;
  const inWindow = { projectId: project.id, environment, ...window };
  const [read, choices, traces, senders] = await Promise.all([
    services.readRoutes(project, query),
    services.store.rollups.facets(inWindow),
    services.store.traces.kept(project.id, window),
    services.store.traces.services(project.id),
  ]);
  const step = chooseStep({ ...read.window, unit: read.unit }, trendSteps);
  const counts = await services.store.rollups.counts({ ...inWindow, release, service, kinds }, step);
  const sort = parseRouteSort(searchParams.get("sort") ?? "") ?? defaultRouteSort;
  const listed = sortRoutes(routesNamed(read.entries, query.text), sort);
  const from = firstOf(searchParams, listed.length);
  const rows = listed
    .slice(from, from + pageSize)
    .map((entry) => routeRow(entry, counts.get(entry.operation.id) ?? []));
  const field = (name: string) => searchParams.get(name) ?? "";
  return {
    rows: JSON.stringify(rows),
    period: { window: read.window, before: read.before },
    ...{ totals: totalsOf(listed), sort, from, traces, now },
    filter: {
      query: query.text,
      service: field("service"),
      kind: field("kind"),
      release: field("release"),
      until: field("until"),
      choices,
    },
    ...(from + pageSize < listed.length && { next: String(from + pageSize) }),
    hasTelemetry: senders.length > 0,
  };
}

/** The rows before this page: paging within one reading of at most 5,000 routes needs no keyset. */
function firstOf(params: URLSearchParams, total: number): number {
  const asked = Number(params.get("cursor") ?? 0);
  return Number.isInteger(asked) && asked > 0 && asked < total ? asked : 0;
}

function totalsOf(listed: RouteEntry[]) {
  const { count, failureRate, apdex } = figuresOf(mergedRollup(listed.map(({ rollup }) => rollup)));
  return { routes: listed.length, count, failureRate, apdex };
}

export default function Routes({ loaderData, params: { project } }: Route.ComponentProps) {
  return (
    <>
      <title>{`Routes · ${project} · Spoor`}</title>
      <h1>Routes</h1>
      <RouteList project={project} list={loaderData} />
    </>
  );
}
