import { apdexOf, failureRateOf } from "./apdex.ts";
import { routeTitle } from "./operation.ts";
import { allQuantiles, percentileName } from "./percentiles.ts";
import { countChange, isNew, durationChange, type RouteEntry } from "./route-entry.ts";

type Key = (entry: RouteEntry) => string | number;

const percentileKeys: { [name: string]: Key } = Object.fromEntries(
  allQuantiles.map((q) => [
    percentileName(q),
    ({ rollup }: RouteEntry) => rollup.durations.quantile(q) ?? 0,
  ]),
);

/** The key of each order. `trend`: change of the count. `change`: that of `slowQuantile`. */
const keys = {
  route: ({ operation }: RouteEntry) => `${operation.route} ${operation.method ?? ""}`,
  service: ({ operation }: RouteEntry) => operation.service,
  kind: ({ operation }: RouteEntry) => operation.kind,
  throughput: ({ perMinute }: RouteEntry) => perMinute,
  failures: ({ rollup }: RouteEntry) => failureRateOf(rollup) ?? 0,
  ...percentileKeys,
  apdex: ({ rollup }: RouteEntry) => apdexOf(rollup) ?? 0,
  share: ({ timeShare }: RouteEntry) => timeShare,
  trend: (entry: RouteEntry) => (isNew(entry) ? Infinity : (countChange(entry)?.by ?? 0)),
  change: (entry: RouteEntry) => (isNew(entry) ? Infinity : (durationChange(entry)?.by ?? 0)),
};

export type RouteColumn = keyof typeof keys | ReturnType<typeof percentileName>;
export const routeColumns = Object.keys(keys) as RouteColumn[];

export type RouteSort = { column: RouteColumn; ascending: boolean };

/** Names ascending, and Apdex, because lower is worse; everything else descending. */
export const risesFirst = (column: RouteColumn): boolean =>
  ["route", "service", "kind", "apdex"].includes(column);

/** `p95`, or `-p95` reversed; undefined for an unknown column. */
export function parseRouteSort(text: string): RouteSort | undefined {
  const reversed = text.startsWith("-");
  const column = (reversed ? text.slice(1) : text) as RouteColumn;
  if (!routeColumns.includes(column)) return undefined;
  return { column, ascending: risesFirst(column) !== reversed };
}

export const printRouteSort = ({ column, ascending }: RouteSort): string =>
  ascending === risesFirst(column) ? column : `-${column}`;

/** Most total time for users: the default order of lists. */
export const defaultRouteSort: RouteSort = { column: "share", ascending: false };

/** Equal ones are ordered by total time, then by ID, so that pages neither repeat nor miss any. */
export function sortRoutes(entries: RouteEntry[], { column, ascending }: RouteSort): RouteEntry[] {
  const keyOf = (keys as { [name in RouteColumn]: Key })[column]!;
  const keyed = entries.map((entry) => ({ entry, key: keyOf(entry) }));
  const sign = ascending ? 1 : -1;
  keyed.sort((a, b) => {
    if (a.key !== b.key) return a.key < b.key ? -sign : sign;
    return (
      b.entry.rollup.totalMs - a.entry.rollup.totalMs || a.entry.operation.id - b.entry.operation.id
    );
  });
  return keyed.map(({ entry }) => entry);
}

export function routesNamed<Entry extends Pick<RouteEntry, "operation">>(
  entries: Entry[],
  text: string,
): Entry[] {
  const wanted = text.toLowerCase();
  return wanted === ""
    ? entries
    : entries.filter(({ operation }) => routeTitle(operation).toLowerCase().includes(wanted));
}
