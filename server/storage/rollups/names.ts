import type { Operation } from "#server/domain/rollup/operation.ts";

/**
 * How many operations, and pages with vitals, a project lists: the limit of domain/cardinality, and
 * as many again that are no longer used but have rollups. Of those that come later each service and
 * kind shares one; where services are invented too, all of them do.
 */
export const mostNames: readonly number[] = [10_000, 11_000, Infinity];
export const otherName = "(other)";

/**
 * What an operation is filed under: the first that is there, or for which there is room; for the
 * last there always is.
 */
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

/** Operations of one route that are told apart: its kinds in so many services. */
export const operationsOfRoute = 50;
