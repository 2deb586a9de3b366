import { chooseStep } from "#server/domain/rollup/choose-step.ts";
import { figuresOf, mergedRollup, type Figures } from "#server/domain/rollup/figures.ts";
import type { OperationKind, StoredOperation } from "#server/domain/rollup/operation.ts";
import type { RouteQuery } from "#server/domain/rollup/route-query.ts";
import { routesNamed, sortRoutes, type RouteSort } from "#server/domain/rollup/route-sort.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { RollupStore } from "#server/storage/rollups/rollup-store.ts";
import type { ReadRoutes, Periods } from "./read-routes.ts";
import type { RouteEntry } from "#server/domain/rollup/route-entry.ts";

/**
 * A page of routes whose name contains the query's text, sorted. `trends`: includes what the list's
 * page charts.
 */
export type ListRoutes = (
  project: Project,
  query: RouteQuery,
  page: { sort: RouteSort; from: number; limit: number; trends?: TrendsAsked },
) => Promise<RouteListReading>;

type TrendsAsked = {
  steps: number;
  /** Kinds that are counted in addition to the listed ones. */ kinds: readonly OperationKind[];
};

export type RouteListReading = Periods & {
  entries: RouteEntry[];
  /** Requests per step, one list per entry; empty unless trends were requested. */
  trends: number[][];
  /** Matching routes per kind, for the kinds requested with the trends. */
  ofKind: { [kind in OperationKind]?: number };
  /** Of all matches. */
  totals: { routes: number } & Pick<Figures, "count" | "failureRate" | "apdex">;
};

type Deps = { rollups: RollupStore; readRoutes: ReadRoutes };

/** Sorts and pages in the reading thread, so that thousands of sketches stay there. */
export function createListRoutes({ rollups, readRoutes }: Deps): ListRoutes {
  return async (project, query, { sort, from, limit, trends }) => {
    const { entries, ...periods } = await readRoutes(project, query);
    const listed = sortRoutes(routesNamed(entries, query.text), sort);
    const shown = listed.slice(from, from + limit);
    const { count, failureRate, apdex } = figuresOf(
      mergedRollup(listed.map(({ rollup }) => rollup)),
    );
    const ran = trends ? await readCounts(rollups, { project, query, periods, trends }) : [];
    const countsOf = new Map(ran.map(({ operation, counts }) => [operation.id, counts]));
    return {
      ...periods,
      entries: shown,
      trends: shown.map(({ operation }) => countsOf.get(operation.id) ?? []),
      ofKind: kindsOf(ran),
      totals: { routes: listed.length, count, failureRate, apdex },
    };
  };
}

type Ran = { operation: StoredOperation; counts: number[] };
type Asked = { project: Project; query: RouteQuery; periods: Periods; trends: TrendsAsked };

/** Number of requests of the listed routes over time. */
async function readCounts(
  rollups: RollupStore,
  { project, query, periods, trends }: Asked,
): Promise<Ran[]> {
  const { environment, release, service, window, text } = query;
  const kinds = [...new Set([...query.kinds, ...trends.kinds])];
  const filter = { projectId: project.id, environment, release, service, kinds, ...window };
  const step = chooseStep({ ...periods.window, unit: periods.unit }, trends.steps);
  return routesNamed(await rollups.counts(filter, step), text);
}

function kindsOf(ran: Ran[]): RouteListReading["ofKind"] {
  const ofKind: { [kind in OperationKind]?: number } = {};
  for (const { operation } of ran) ofKind[operation.kind] = (ofKind[operation.kind] ?? 0) + 1;
  return ofKind;
}
