import { href, Link, type To, useLocation } from "react-router";
import { LineTrend } from "#app/ui/chart/trend.tsx";
import { counted } from "#server/domain/count.ts";
import { ShareBar } from "#app/ui/chart/share-bar.tsx";
import { type Column, Table } from "#app/ui/table.tsx";
import { percentileName, routeQuantiles } from "#server/domain/rollup/percentiles.ts";
import {
  printRouteSort,
  risesFirst,
  type RouteColumn,
  type RouteSort,
} from "#server/domain/rollup/route-sort.ts";
import { ChangeMark, slower } from "../change-mark.tsx";
import { apdexText, changeText, percentileText, rateText, shareText } from "../figure-text.ts";
import { hueOf, kindWords } from "../kind-names.ts";
import { windowSearch } from "../window-search.ts";
import type { RouteRow } from "./route-row.ts";
import { sortNames, sortTitles } from "./sort-names.ts";

type TableProps = { project: string; rows: RouteRow[]; sort: RouteSort };

/** The routes with their load and significant changes. */
export function RouteTable({ project, rows, sort }: TableProps) {
  const { search } = useLocation();
  const kept = windowSearch(search);
  const most = Math.max(...rows.map(({ share }) => share));
  const to = (id: number): To => ({
    pathname: href("/:project/routes/:route", { project, route: String(id) }),
    search: kept,
  });
  return (
    <Table
      caption="Routes with their throughput, failures, and durations"
      rows={rows}
      keyOf={({ id }) => id}
      columns={columnsOf(to, most).map(({ column, ...rest }) => ({
        ...rest,
        head: sortNames[column],
        sort: sortLink(search, sort, column),
      }))}
    />
  );
}

type RouteColumnCells = Omit<Column<RouteRow>, "head"> & { column: RouteColumn };

/** The highest percentile has no column; it is only a sort order. */
const percentileColumns = ["number roomy soft", "number", "number wide soft"].map(
  (className, index): RouteColumnCells => ({
    column: percentileName(routeQuantiles[index]!),
    className,
    cell: ({ percentiles }) => percentileText(percentiles[index] ?? 0),
  }),
);

const columnsOf = (to: (id: number) => To, most: number): RouteColumnCells[] => [
  { column: "route", className: "main", cell: (row) => <RouteName row={row} to={to(row.id)} /> },
  {
    column: "service",
    className: "wide",
    cell: ({ service, kind }) => <span className={`svc ${hueOf(kind)}`}>{service}</span>,
  },
  {
    column: "share",
    className: "bar wide",
    cell: ({ share }) => (
      <>
        <ShareBar part={share} whole={most} /> {shareText(share)}
      </>
    ),
  },
  { column: "throughput", className: "number wide", cell: ({ perMinute }) => rateText(perMinute) },
  { column: "trend", className: "roomy", cell: (row) => <TrendOf row={row} /> },
  {
    column: "failures",
    className: "number",
    cell: ({ failureRate }) => <Failed share={failureRate} />,
  },
  ...percentileColumns,
  {
    column: "change",
    className: "number wide",
    cell: ({ isNew, durationBy }) =>
      isNew ? (
        <span className="warn">New</span>
      ) : (
        <ChangeMark by={durationBy} words={slower} none="No change" />
      ),
  },
  { column: "apdex", className: "number roomy", cell: ({ apdex }) => apdexText(apdex) },
];

function RouteName({ row: { route, service, kind }, to }: { row: RouteRow; to: To }) {
  return (
    <>
      <Link to={to}>
        <b>{route || "(no name)"}</b>
      </Link>{" "}
      <span className="meta">
        {kindWords[kind] ?? kind}
        <bdi className="only-phone"> {service}</bdi>
      </span>
    </>
  );
}

const Failed = ({ share }: { share: number }) => (
  <span className={share > 0 ? "bad" : undefined}>{shareText(share)}</span>
);

function TrendOf({ row: { trend, count, countBy, isNew } }: { row: RouteRow }) {
  const change = isNew ? ", new" : countBy === undefined ? "" : `, ${changeText(countBy)}`;
  return <LineTrend packed={trend} sentence={`${counted(count, "request")}${change}`} />;
}

/** The current sort column reverses the order. Another order starts at its first page. */
function sortLink(
  search: string,
  sort: RouteSort,
  column: RouteColumn,
): NonNullable<Column<RouteRow>["sort"]> {
  const isSorted = sort.column === column;
  const params = new URLSearchParams(search);
  params.set(
    "sort",
    printRouteSort({ column, ascending: isSorted ? !sort.ascending : risesFirst(column) }),
  );
  params.delete("cursor");
  return {
    to: { search: params.toString() },
    order: isSorted ? (sort.ascending ? "ascending" : "descending") : undefined,
    title: sortTitles[column],
  };
}
