import { counted } from "#app/ui/count.ts";
import { KeptSentence, type KeptTraces } from "#app/ui/kept-sentence.tsx";
import { Pager } from "#app/ui/pager.tsx";
import type { RouteSort } from "#server/domain/rollup/route-sort.ts";
import { Legend } from "../legend.tsx";
import type { ShownPeriod } from "../period-text.tsx";
import { NoRoutes } from "./no-routes.tsx";
import { type Filter, RouteFilter } from "./route-filter.tsx";
import type { RouteRow } from "./route-row.ts";
import { RouteTable } from "./route-table.tsx";
import { type Totals, TotalsLine } from "./totals.tsx";

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

export function RouteList({ project, list }: { project: string; list: List }) {
  const { period, totals, sort, filter, from, next, traces, hasTelemetry, now } = list;
  const rows = JSON.parse(list.rows) as RouteRow[];
  const isFiltered = [filter.query, filter.service, filter.kind, filter.release].some((each) => each !== "");
  return (
    <>
      {(hasTelemetry || isFiltered) && <RouteFilter filter={filter} sort={sort} />}
      {rows.length === 0 ? (
        <NoRoutes {...{ project, isFiltered, hasTelemetry }} />
      ) : (
        <>
          <TotalsLine {...{ totals, period, now }} />
          <RouteTable {...{ project, rows, sort }} />
          {(next !== undefined || from > 0) && (
            <p className="meta">{`${from + 1} to ${from + rows.length} of ${counted(totals.routes, "route")}`}</p>
          )}
          <Pager next={next} label="Pages of routes" />
          <KeptSentence traces={traces} />
          <Legend />
        </>
      )}
    </>
  );
}
