import type { Operation } from "#server/domain/rollup/operation.ts";

/**
 * How many operations, and pages with vitals, a project lists: the limit of domain/cardinality, and
 * the same number of unused ones that still have rollups. Later ones share one per service and
 * kind; if services are invented, too, all share one.
 */
export const mostNames: readonly number[] = [10_000, 11_000, Infinity];
export const otherName = "(other)";

/** The names to file an operation under: the first that exists or has room; the last always has. */
export const operationNames = ({ service, kind, route, method = "" }: Operation): string[][] => [
  [service, kind, route, method],
  [service, kind, otherName, ""],
  [otherName, kind, otherName, ""],
];

/** The same for a page with vitals. */
export const pageNames = ({ service, route }: { service: string; route: string }): string[][] => [
  [service, route],
  [service, otherName],
  [otherName, otherName],
];

/** Operations per route: its kinds in this many services. */
export const operationsOfRoute = 50;
