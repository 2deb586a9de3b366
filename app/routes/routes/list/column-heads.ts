import type { RouteColumn } from "#server/domain/rollup/route-sort.ts";

/** The columns as they stand: what each says, and what a class on it hides where there is no room. */
export const columnHeads: { column: RouteColumn; text: string; title?: string; className?: string }[] = [
  { column: "route", text: "Route" },
  { column: "service", text: "Service", className: "service" },
  { column: "kind", text: "Kind", className: "kind" },
  { column: "share", text: "Share of time", title: "Of the time that everything listed took", className: "share" },
  { column: "throughput", text: "Per min", title: "Requests a minute", className: "number rate" },
  { column: "failures", text: "Failed", title: "Share of the requests that failed", className: "number failures" },
  { column: "p50", text: "p50", title: "Half of them took no longer", className: "number p50" },
  { column: "p75", text: "p75", className: "number p75" },
  { column: "p95", text: "p95", className: "number" },
  { column: "p99", text: "p99", className: "number p99" },
  { column: "change", text: "p95 change", title: "Against the period before", className: "number change" },
  { column: "apdex", text: "Apdex", className: "number apdex" },
  { column: "trend", text: "Requests", title: "Over time; ordered by their change", className: "trend" },
];
