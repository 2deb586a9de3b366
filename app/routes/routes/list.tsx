import { requireProject } from "#app/guard.ts";
import { namesListed } from "#app/ui/form/name-picker.tsx";
import { type OperationKind, waitedForKinds } from "#server/domain/rollup/operation.ts";
import { readRouteQuery } from "#server/domain/rollup/route-query.ts";
import { defaultRouteSort, parseRouteSort } from "#server/domain/rollup/route-sort.ts";
import type { Route } from "./+types/list.ts";
import { kindTabs } from "./kind-names.ts";
import { RouteList } from "./list/route-list.tsx";
import { routeRow } from "./list/route-row.ts";
import { Head } from "#app/ui/head.tsx";
import { ScopeMenus } from "#app/routes/projects/scope-menus.tsx";
import { ProjectTitle } from "#app/routes/projects/project-title.tsx";
import "#app/ui/styles/performance.css";
import type { RouteListReading } from "#server/read/list-routes.ts";

const pageSize = 50;
/** As many as a row's small chart can show. */
const trendSteps = 32;
const tabKinds = [...waitedForKinds, ...kindTabs.flatMap(({ kinds }) => kinds)];

export async function loader(args: Route.LoaderArgs) {
  const { services, project } = await requireProject(args, "project:read");
  const { searchParams } = args.url;
  const now = services.now();
  const query = readRouteQuery(searchParams, now);
  const { environment, window } = query;
  const sort = parseRouteSort(searchParams.get("sort") ?? "") ?? defaultRouteSort;
  const from = firstOf(searchParams);
  const [read, choices, traces, senders] = await Promise.all([
    services.listRoutes(project, query, {
      sort,
      from,
      limit: pageSize,
      trends: { steps: trendSteps, kinds: tabKinds },
    }),
    services.store.rollups.facets(
      { projectId: project.id, environment, ...window },
      namesListed + 1,
    ),
    services.store.traces.kept(project.id, window),
    services.store.traces.services(project.id, 1),
  ]);
  const rows = read.entries.map((entry, index) => routeRow(entry, read.trends[index]!));
  const field = (name: string) => searchParams.get(name) ?? "";
  return {
    rows: JSON.stringify(rows),
    period: { window: read.window, before: read.before },
    totals: read.totals,
    sort,
    from,
    traces,
    now,
    filter: {
      query: query.text,
      service: field("service"),
      release: field("release"),
      choices,
      ofTab: kindTabs.map(({ kinds }) => sumOf(read.ofKind, kinds)),
    },
    ...(from + pageSize < read.totals.routes && { next: String(from + pageSize) }),
    hasTelemetry: senders.length > 0,
  };
}

/** Without kinds, what users wait for. */
const sumOf = (ofKind: RouteListReading["ofKind"], kinds: readonly OperationKind[]): number =>
  (kinds.length > 0 ? kinds : waitedForKinds).reduce((sum, kind) => sum + (ofKind[kind] ?? 0), 0);

/** Offset of this page: one result of at most 5,000 routes needs no keyset. */
function firstOf(params: URLSearchParams): number {
  const asked = Number(params.get("cursor") ?? 0);
  return Number.isInteger(asked) && asked > 0 ? asked : 0;
}

export default function Routes({ loaderData, params: { project } }: Route.ComponentProps) {
  return (
    <>
      <ProjectTitle>Routes</ProjectTitle>
      <Head title="Routes" scope={<ScopeMenus />} />
      <RouteList project={project} list={loaderData} />
    </>
  );
}
