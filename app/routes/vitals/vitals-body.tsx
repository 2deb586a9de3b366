import { href, Link, useLocation } from "react-router";
import { NavigationTypes } from "#app/routes/routes/facts/navigation-types.tsx";
import { ratingSentence, RatingShares } from "#app/ui/chart/rating-shares.tsx";
import { momentLabel } from "#app/ui/chart/ticks.ts";
import { Pager } from "#app/ui/pager.tsx";
import { scopeOf } from "#app/ui/format/scope.ts";
import { Table } from "#app/ui/table.tsx";
import { grouped } from "#server/domain/count.ts";
import type { FiguresByVital, VitalFigures } from "#server/domain/vital/vital-figures.ts";
import type { VitalDevice } from "#server/domain/vital/vital-pages.ts";
import { vitalNames, type VitalName } from "#server/domain/vital/vital.ts";
import { deviceWords } from "./filter-form.tsx";
import type { Loaded } from "./page.tsx";
import { PagesTable } from "./pages-table.tsx";
import { VitalChart } from "./vital-chart.tsx";
import { vitalSearch } from "./vital-search.ts";
import { classOfVital, VitalValue } from "./vital-value.tsx";
import { vitalWords } from "./vital-words.ts";

/** Metrics by vital, page, time, and device. */
export function VitalsBody({ project, ...loaded }: Loaded & { project: string }) {
  const { route, figures, visits, since, chart, now } = loaded;
  return (
    <>
      {visits === 0 ? (
        <NoVitals project={project} />
      ) : (
        <>
          <p className="meta">{`Visits since ${momentLabel(since, now)} UTC. Rated by web.dev's thresholds at p75.`}</p>
          <SummaryTable figures={figures} shown={chart.vital} />
          {route === undefined && <Pages {...loaded} />}
          <VitalChart chart={chart} now={now} />
          <DevicesTable devices={loaded.devices} />
        </>
      )}
      <NavigationTypes title="Page loads and navigations" {...loaded.reached} />
    </>
  );
}

function Pages({ pages, sort, next }: Loaded) {
  return (
    <section className="part">
      <h2>By page</h2>
      <PagesTable pages={pages} sort={sort} />
      <Pager next={next} label="Pages of web vitals" />
    </section>
  );
}

function DevicesTable({ devices }: { devices: readonly VitalDevice[] }) {
  return (
    <section className="part">
      <h2>By device</h2>
      <Table
        caption="Web vitals by device, p75"
        rows={devices}
        keyOf={({ device }) => device}
        columns={[
          { head: "Device", className: "main", cell: ({ device }) => deviceWords[device] },
          { head: "Visits", className: "number", cell: ({ visits }) => grouped(visits) },
          ...vitalNames.map((vital) => ({
            head: vitalWords[vital].short,
            className: classOfVital(vital),
            cell: ({ figures }: VitalDevice) => <VitalValue figures={figures[vital]} />,
          })),
        ]}
      />
    </section>
  );
}

/** No data yet, or no matches, with the next step. */
function NoVitals({ project }: { project: string }) {
  const { search } = useLocation();
  const isNarrowed = ["device", "service", "release", "route", "environment"].some((name) =>
    new URLSearchParams(search).has(name),
  );
  const all = vitalSearch(search, {
    device: undefined,
    service: undefined,
    release: undefined,
    route: undefined,
    environment: undefined,
    since: "90d",
  });
  return (
    <div className="empty">
      <p>{`No web vitals ${isNarrowed || scopeOf(search).since ? "match these filters" : "in the last 7 days"}.`}</p>
      {(isNarrowed || scopeOf(search).since !== undefined) && (
        <p>
          <Link to={{ search: all }}>Show the last 90 days</Link>
        </p>
      )}
      <p>
        The browser part of our React Router instrumentation, <code>@sentry/browser</code> with
        browser tracing, and the <code>web-vitals</code> package (as OpenTelemetry{" "}
        <code>browser.web_vital</code> events) send them.{" "}
        <Link to={href("/:project/connect", { project })}>Connect an application</Link>
      </p>
    </div>
  );
}

/** All vitals of one or all pages: p75 and ratings. Each links to its chart. */
function SummaryTable({ figures, shown }: { figures: FiguresByVital; shown: VitalName }) {
  const { search } = useLocation();
  const to = (vital: VitalName) => ({ search: vitalSearch(search, { vital }), hash: "chart" });
  return (
    <Table
      caption="Web vitals: p75, and visits by rating"
      rows={vitalNames}
      keyOf={String}
      columns={[
        {
          head: "Vital",
          cell: (vital) => (
            <>
              <Link to={to(vital)} aria-current={vital === shown ? "true" : undefined}>
                <b>{vitalWords[vital].full}</b>
              </Link>{" "}
              <small>{vitalWords[vital].says}</small>
            </>
          ),
        },
        {
          head: "p75",
          className: "whole",
          cell: (vital) => <VitalValue figures={figures[vital]} />,
        },
        {
          head: "Visits by rating",
          className: "ratings",
          cell: (vital) => figures[vital] && <RatingBar {...figures[vital]} />,
        },
        {
          head: "Visits",
          className: "number wide",
          cell: (vital) => grouped(figures[vital]?.count ?? 0),
        },
      ]}
    />
  );
}

/** Ratings of visits: a bar with text below. */
function RatingBar(figures: Pick<VitalFigures, "good" | "needsImprovement" | "poor">) {
  return (
    <>
      <RatingShares {...figures} />
      <span className="meta">{ratingSentence(figures)}</span>
    </>
  );
}
