import { isProblem } from "#server/domain/problem.ts";
import { durationOf, type TraceSummary } from "#server/domain/trace/listing/summary.ts";
import { traceTitle } from "#server/domain/trace/listing/trace-title.ts";
import { traceSorts, type TraceSort } from "#server/storage/traces/trace-store.ts";
import type { ContentOf, DataHandler } from "./routes.ts";
import { limitOf, paramsOf, scopeOf } from "./search-params.ts";

/**
 * `?query&sort&cursor&environment&since&until&limit`, newest first. `scannedTo` is set if the
 * deadline ended the search.
 */
export const traceListData = (async ({ services, project }, request) => {
  const params = paramsOf(request);
  const parsed = await services.readTraceQuery(project, params.get("query") ?? "");
  if (isProblem(parsed)) return parsed;
  const sort = params.get("sort") || "time";
  if (!isSort(sort))
    return {
      problem: "invalid",
      detail: `Unknown sort “${sort}”. Supported: ${traceSorts.join(", ")}.`,
    };
  const filter = { projectId: project.id, query: parsed.query, limit: limitOf(params), sort };
  const { rows, next, scannedTo } = await services.searchTraces({
    ...filter,
    ...scopeOf(params, services.now()),
  });
  return {
    traces: rows.map(summaryJson),
    next: next ?? null,
    ...(scannedTo !== undefined && { scannedTo: new Date(scannedTo).toISOString() }),
  };
}) satisfies DataHandler;

const isSort = (sort: string): sort is TraceSort =>
  (traceSorts as readonly string[]).includes(sort);

export type TraceListContent = ContentOf<typeof traceListData>;

/** A trace in its data form. */
function summaryJson(summary: TraceSummary) {
  const { traceId, root, startedAt, spanCount, errorCount, services } = summary;
  const { service, name, route } = root;
  return {
    traceId,
    root: { service, name, route: route ?? null, title: traceTitle(root, summary) },
    startedAt: new Date(startedAt).toISOString(),
    durationMs: durationOf(summary),
    spanCount,
    errorCount,
    services,
  };
}
