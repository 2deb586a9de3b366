import { percentileName, routeQuantiles, slowQuantile } from "#server/domain/rollup/percentiles.ts";
import type { RouteColumn } from "#server/domain/rollup/route-sort.ts";

/** Name of each order, in its column and the menu. */
export const sortNames: { [column in RouteColumn]: string } = {
  share: "Time spent",
  route: "Route",
  service: "Service",
  kind: "Type",
  throughput: "Req/min",
  trend: "Requests",
  failures: "Failure rate",
  ...Object.fromEntries(routeQuantiles.map(percentileName).map((name) => [name, name])),
  change: `${percentileName(slowQuantile)} change`,
  apdex: "Apdex",
};

/** Explanations of unclear names. */
export const sortTitles: { [column in RouteColumn]?: string } = {
  share: "Duration of all its requests, as a share of everything listed",
  throughput: "Requests per minute",
  trend: "Requests over time; sorts by change in requests",
  failures: "Share of requests that failed",
  p50: "Half of all requests were faster",
  change: "Change since the previous period, if it is statistically significant",
};
