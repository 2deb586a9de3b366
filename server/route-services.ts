import type { Project } from "#server/domain/project/project.ts";
import type { Figures } from "#server/domain/rollup/figures.ts";
import type { OperationKind } from "#server/domain/rollup/operation.ts";
import type { RouteEntry } from "#server/domain/rollup/route-entry.ts";
import type { RouteQuery } from "#server/domain/rollup/route-query.ts";
import type { RouteSort } from "#server/domain/rollup/route-sort.ts";
import type { Periods } from "#server/services.ts";

/** Every operation that a query asks for, but for its text: in no order. */
export type ReadRoutes = (project: Project, query: Omit<RouteQuery, "text">) => Promise<RoutesReading>;
export type RoutesReading = Periods & { entries: RouteEntry[] };

/** A page of those whose name has the query's text in it, in an order. `trends`: also what the list's page draws beside them. */
export type ListRoutes = (
  project: Project,
  query: RouteQuery,
  page: { sort: RouteSort; from: number; limit: number; trends?: TrendsAsked },
) => Promise<RouteListReading>;
export type TrendsAsked = { steps: number; /** Also counted, beside those listed. */ kinds: readonly OperationKind[] };
export type RouteListReading = Periods & {
  entries: RouteEntry[];
  /** How often each ran in each step, one an entry; empty where no trends were asked for. */
  trends: number[][];
  /** How many routes of each kind match, of the kinds that were asked for with the trends. */
  ofKind: { [kind in OperationKind]?: number };
  /** Of all that match. */
  totals: { routes: number } & Pick<Figures, "count" | "failureRate" | "apdex">;
};
