import { still } from "#app/enhance/still.tsx";
import { requireProject } from "#app/guard.ts";
import { useLocation, Link } from "react-router";
import type { Route } from "./+types/page.ts";
import { FilterMenus } from "./filter-form.tsx";
import { noPage } from "./pages-table.tsx";
import { readVitals } from "./read-vitals.ts";
import { vitalSearch } from "./vital-search.ts";
import { Crumbs, Head } from "#app/ui/head.tsx";
import { ScopeMenus } from "#app/routes/projects/scope-menus.tsx";
import "#app/ui/styles/performance.css";

export async function loader(args: Route.LoaderArgs) {
  const { services, project } = await requireProject(args, "project:read");
  return readVitals(services, project.id, args.url.searchParams);
}

export type Loaded = Route.ComponentProps["loaderData"];

const VitalsBody = still(async () => (await import("./vitals-body.tsx")).VitalsBody);

/** All pages, or with `?route=` one of them. */
export default function Vitals({ loaderData, params: { project } }: Route.ComponentProps) {
  const { route, choices } = loaderData;
  const { search } = useLocation();
  const title = route === undefined ? "Web vitals" : route || noPage;
  return (
    <>
      <title>{`${route === undefined ? "" : `${title} · `}Web vitals · ${project} · Spoor`}</title>
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
