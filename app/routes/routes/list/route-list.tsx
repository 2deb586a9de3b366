import { useLocation } from "react-router";
import { still } from "#app/enhance/still.tsx";
import type { KeptTraces } from "#app/ui/kept-sentence.tsx";
import type { RouteSort } from "#server/domain/rollup/route-sort.ts";
import type { ShownPeriod } from "../period-text.tsx";
import { NoRoutes } from "./no-routes.tsx";
import { type Filter, RouteFilter } from "./route-filter.tsx";
import type { Totals } from "./totals.tsx";

export type List = {
  /** The rows as JSON: the router's data format spends an index on every value. */
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
