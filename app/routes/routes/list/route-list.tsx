import { useLocation, href, Link } from "react-router";
import { still } from "#app/enhance/still.tsx";
import type { KeptTraces } from "#app/ui/form/sampled-sentence.tsx";
import { keptSearch, scopeOf } from "#app/ui/format/scope.ts";
import type { RouteSort } from "#server/domain/rollup/route-sort.ts";
import type { ShownPeriod } from "../period-text.tsx";
import { type Filter, RouteFilter } from "./route-filter.tsx";
import type { Totals } from "./totals.tsx";

export type List = {
  /** The rows as JSON: the router's data format needs an index per value. */
  rows: string;
  period: ShownPeriod;
  totals: Totals;
  sort: RouteSort;
  filter: Filter;
  from: number;
  next?: string;
  traces: KeptTraces;
  hasTelemetry: boolean;
  now: number;
};

const noRows = "[]";

const RouteRows = still(async () => (await import("./route-rows.tsx")).RouteRows);

export function RouteList({ project, list }: { project: string; list: List }) {
  const { rows, sort, filter, hasTelemetry } = list;
  const hasKind = new URLSearchParams(useLocation().search).has("kind");
  const isFiltered =
    hasKind || [filter.query, filter.service, filter.release].some((each) => each !== "");
  return (
    <>
      {(hasTelemetry || isFiltered) && <RouteFilter filter={filter} sort={sort} />}
      {rows === noRows ? (
        <NoRoutes {...{ project, isFiltered, hasTelemetry }} />
      ) : (
        <RouteRows project={project} {...list} />
      )}
    </>
  );
}

type NoRoutesProps = { project: string; isFiltered: boolean; hasTelemetry: boolean };

/** No data yet, or no matches, with the next step. */
function NoRoutes({ project, isFiltered, hasTelemetry }: NoRoutesProps) {
  const { search } = useLocation();
  const { environment, since } = scopeOf(search);
  if (!hasTelemetry) return <HowToSend project={project} />;
  return (
    <div className="empty">
      <p>
        {isFiltered ? "No routes match this filter" : "No requests"}
        {environment && ` in ${environment}`}
        {since ? " in this time range" : " in the last 24 hours"}.{" "}
        {isFiltered ? (
          <Link to={{ search: keptSearch(search) }}>Show all routes</Link>
        ) : (
          <Link to={{ search: "since=30d" }}>Show 30 days</Link>
        )}
      </p>
      {!isFiltered && (
        <p>
          Outgoing calls don't create routes. The SDK must instrument the requests that your
          application serves.
        </p>
      )}
    </div>
  );
}

function HowToSend({ project }: { project: string }) {
  return (
    <div className="empty">
      <p>
        No routes yet. They appear once traces arrive. Every request counts, including those whose
        trace is sampled out. OpenTelemetry SDKs name routes by <code>http.route</code>, Sentry SDKs
        by their transactions.
      </p>
      <p>
        <Link
          to={{ pathname: href("/:project/connect", { project }), search: "?for=opentelemetry" }}
        >
          Connect an application
        </Link>
        . The first request is counted within two seconds.
      </p>
    </div>
  );
}
