import { still } from "#app/enhance/still.tsx";
import { requireProject } from "#app/guard.ts";
import { useLocation, Link } from "react-router";
import type { Services } from "#server/services.ts";
import { readVitalName, readVitalQuery } from "#server/domain/vital/vital-query.ts";
import { defaultVitalSort, parseVitalSort } from "#server/domain/vital/vital-pages.ts";
import { figuresByVital, visitsIn } from "#server/domain/vital/vital-figures.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import { namesListed } from "#app/ui/form/name-picker.tsx";
import { readFactsOf, measuredFacts } from "#app/routes/routes/facts/read-facts.ts";
import type { Route } from "./+types/page.ts";
import { FilterMenus } from "./filter-form.tsx";
import { noPage } from "./pages-table.tsx";
import { readChart } from "./read-chart.ts";
import { vitalSearch } from "./vital-search.ts";
import { Crumbs, Head } from "#app/ui/head.tsx";
import { ScopeMenus } from "#app/routes/projects/scope-menus.tsx";
import { ProjectTitle } from "#app/routes/projects/project-title.tsx";
import "#app/ui/styles/performance.css";

const pageSize = 50;
/** As on the overview, so that its figures are the same. */
const usualSince = "24h";

/** Data for the URL's filters, as shown. */
async function readVitals(services: Services, projectId: ProjectId, params: URLSearchParams) {
  const { now, listVitals } = services;
  const { rollups } = services.store;
  const query = readVitalQuery(params, now(), usualSince);
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
    reached: {
      facts: route === undefined ? measuredFacts(reached) : ofRoute,
      byRoute: reachedByRoute,
    },
  };
}

export async function loader(args: Route.LoaderArgs) {
  const { services, project } = await requireProject(args, "project:read");
  return readVitals(services, project.id, args.url.searchParams);
}

export type Loaded = Route.ComponentProps["loaderData"];

const VitalsBody = still(async () => (await import("./vitals-body.tsx")).VitalsBody);

/** All pages, or one of them with `?route=`. */
export default function Vitals({ loaderData, params: { project } }: Route.ComponentProps) {
  const { route, choices } = loaderData;
  const { search } = useLocation();
  const title = route === undefined ? "Web vitals" : route || noPage;
  return (
    <>
      <ProjectTitle>{`${route === undefined ? "" : `${title} · `}Web vitals`}</ProjectTitle>
      {route !== undefined && (
        <Crumbs>
          <Link to={{ search: vitalSearch(search, { route: undefined }) }}>All pages</Link>
        </Crumbs>
      )}
      <Head title={title} scope={<ScopeMenus />} />
      <FilterMenus {...choices} />
      <VitalsBody {...loaderData} project={project} />
    </>
  );
}
