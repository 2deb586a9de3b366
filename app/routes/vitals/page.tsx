import { requireProject } from "#app/guard.ts";
import { useLocation, Link } from "react-router";
import { utc } from "#app/ui/ago.ts";
import { Pager } from "#app/ui/pager.tsx";
import { HowReached } from "#app/routes/routes/facts/how-reached.tsx";
import type { Route } from "./+types/page.ts";
import { DevicesTable } from "./devices-table.tsx";
import { FilterForm } from "./filter-form.tsx";
import { NoVitals } from "./no-vitals.tsx";
import { noPage, PagesTable } from "./pages-table.tsx";
import { readVitals } from "./read-vitals.ts";
import { SummaryTable } from "./summary-table.tsx";
import { VitalChart } from "./vital-chart.tsx";
import { vitalSearch } from "./vital-search.ts";

export async function loader(args: Route.LoaderArgs) {
  const { services, project } = await requireProject(args, "project:read");
  return readVitals(services, project.id, args.url.searchParams);
}

/** All pages, or with `?route=` one of them. */
export default function Vitals({ loaderData, params: { project } }: Route.ComponentProps) {
  const { route, figures, visits, since, choices, chart, now } = loaderData;
  const { search } = useLocation();
  const title = route === undefined ? "Web vitals" : route || noPage;
  return (
    <>
      <title>{`${route === undefined ? "" : `${title} · `}Web vitals · ${project} · Spoor`}</title>
      {route !== undefined && (
        <p className="meta">
          <Link to={{ search: vitalSearch(search, { route: undefined }) }}>All pages</Link>
        </p>
      )}
      <h1>{title}</h1>
      <FilterForm {...choices} />
      {visits === 0 ? (
        <NoVitals project={project} />
      ) : (
        <>
          <p className="meta">{`Visits since ${utc(since).slice(0, 16)} UTC. Ratings are those of web.dev, at the 75th percentile.`}</p>
          <SummaryTable figures={figures} shown={chart.vital} />
          {route === undefined && <Pages {...loaderData} />}
          <VitalChart chart={chart} now={now} />
          <DevicesTable devices={loaderData.devices} />
        </>
      )}
      <HowReached
        title={route === undefined ? "How pages were reached" : "How visitors got here"}
        {...loaderData.reached}
      />
    </>
  );
}

type Loaded = Route.ComponentProps["loaderData"];

function Pages({ pages, sort, next }: Loaded) {
  return (
    <section className="part">
      <h2>By page</h2>
      <PagesTable pages={pages} sort={sort} />
      <Pager next={next} label="Pages of pages" />
    </section>
  );
}
