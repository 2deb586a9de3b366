import type { TraceSort } from "#server/storage/traces/trace-store.ts";

export const sortNames: Record<TraceSort, string> = {
  time: "Newest",
  duration: "Duration",
  spans: "Spans",
  errors: "Failed spans",
};

/** The order in the URL; default: newest first. */
export function sortOf(params: URLSearchParams): TraceSort {
  const sort = params.get("sort") ?? "";
  return Object.hasOwn(sortNames, sort) ? (sort as TraceSort) : "time";
}

/** The table's caption. */
export const sortedBy: Record<TraceSort, string> = {
  time: "Traces that arrived last, newest first",
  duration: "Whole traces, longest first",
  spans: "Traces, most spans first",
  errors: "Traces, most failed spans first",
};
