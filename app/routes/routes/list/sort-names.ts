import type { RouteColumn } from "#server/domain/rollup/route-sort.ts";

/** What each order of the list is called: on its column, and where a menu chooses one. */
export const sortNames: { [column in RouteColumn]: string } = {
  share: "Time spent",
  route: "Route",
  service: "Service",
  kind: "Type",
  throughput: "Req/min",
  trend: "Requests",
  failures: "Failure rate",
  p50: "p50",
  p75: "p75",
  p95: "p95",
  p99: "p99",
  change: "p95 change",
  apdex: "Apdex",
};

/** What is not clear from its name. */
export const sortTitles: { [column in RouteColumn]?: string } = {
  share: "Duration of all its requests, as a share of everything listed",
  throughput: "Requests per minute",
  trend: "Requests over time; sorts by how their number changed",
  failures: "Share of requests that failed",
  p50: "Half of all requests were faster",
  change: "Change since the previous period",
};
