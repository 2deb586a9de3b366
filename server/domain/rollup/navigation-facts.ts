import { bucketOf } from "#server/domain/sketch/bucket.ts";
import { mergedRollup } from "./figures.ts";
import type { Operation, OperationKind } from "./operation.ts";
import { allQuantiles, type Percentile, percentilesOf } from "./percentiles.ts";
import type { Rollup } from "./rollup.ts";

/** Kinds of operations with navigation facts. */
export const navigationKinds = [
  "page",
  "navigation",
  "prefetch",
  "prefetched",
  "submit",
  "revalidated",
  "hydration",
] as const satisfies readonly OperationKind[];

/** How visitors reached a page, or all pages, and how long it took. */
export type NavigationFacts = {
  /** Documents sent to clients that accept HTML. */
  documents: number;
  /** Navigations within the application, without a document. */
  navigations: number;
  /** Documents that hydrated, as reported by browsers. */
  hydrated: number;
  /** Documents of pages that ever hydrated: others have no browser instrumentation. */
  hydratable: number;
  /** Hydration time; undefined if no browser reports it. */
  hydration?: Spread;
  /** Pending time of navigations. */
  pending?: Spread & { overSecond: number };
  /** Submitted forms, and the time from their actions' responses until the data was reloaded. */
  submits: number;
  revalidation?: Spread;
  /** Prefetched data, and how much of it saved a navigation its request. */
  prefetches: number;
  prefetchesUsed: number;
};

export type Spread = { count: number; percentiles: Percentile[] };

type Counted = { operation: Operation; rollup: Rollup };

export function navigationFacts(operations: readonly Counted[]): NavigationFacts {
  const of = (kind: OperationKind) =>
    mergedRollup(
      operations.filter(({ operation }) => operation.kind === kind).map(({ rollup }) => rollup),
    );
  const [navigation, hydration] = [of("navigation"), of("hydration")];
  const reporting = new Set(
    operations.filter(({ operation: { kind } }) => kind === "hydration").map(routeOf),
  );
  const hydratable = operations.filter(
    (each) => each.operation.kind === "page" && reporting.has(routeOf(each)),
  );
  const pending = spreadOf(navigation);
  return {
    documents: of("page").durations.count,
    navigations: navigation.durations.count,
    hydrated: hydration.durations.count,
    hydratable: hydratable.reduce((sum, { rollup }) => sum + rollup.durations.count, 0),
    ...optional("hydration", spreadOf(hydration)),
    ...optional("pending", pending && { ...pending, overSecond: countAbove(navigation, 1_000) }),
    submits: of("submit").durations.count,
    ...optional("revalidation", spreadOf(of("revalidated"))),
    prefetches: of("prefetch").durations.count,
    prefetchesUsed: of("prefetched").durations.count,
  };
}

const routeOf = ({ operation }: Counted): string => operation.route;

/** By route, most documents and navigations first; from operations of `navigationKinds`. */
export function navigationFactsByRoute(
  operations: readonly Counted[],
): { route: string; facts: NavigationFacts }[] {
  const byRoute = Map.groupBy(operations, ({ operation }) => operation.route);
  return [...byRoute]
    .map(([route, counted]) => ({ route, facts: navigationFacts(counted) }))
    .toSorted((a, b) => visitsOf(b.facts) - visitsOf(a.facts) || (a.route < b.route ? -1 : 1));
}

export const visitsOf = ({ documents, navigations }: NavigationFacts): number =>
  documents + navigations;

/**
 * Documents that never hydrated, as a fraction of hydratable ones; undefined if nothing hydrates or
 * no document was counted. A document from the browser's cache hydrates without being counted, so
 * the share may be too small.
 */
export function neverHydrated({ hydratable, hydrated }: NavigationFacts): number | undefined {
  return hydratable === 0 || hydrated === 0 ? undefined : Math.max(0, 1 - hydrated / hydratable);
}

function spreadOf({ durations }: Rollup): Spread | undefined {
  if (durations.count === 0) return undefined;
  return { count: durations.count, percentiles: percentilesOf(durations, allQuantiles) };
}

/** To the sketch's precision: the bucket around the limit counts whole. */
function countAbove({ durations }: Rollup, limitMs: number): number {
  const limit = bucketOf(limitMs);
  let above = 0;
  for (const [bucket, count] of durations.buckets()) if (bucket > limit) above += count;
  return above;
}

const optional = <Name extends string, Value>(name: Name, value: Value | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { [key in Name]?: Value };
