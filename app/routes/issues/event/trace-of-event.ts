import type { AskedAboutIssue } from "#app/guard.ts";
import { type ShownRouteTree, shownRouteTree } from "#app/ui/shown-route-tree.ts";
import type { ErrorEvent } from "#server/domain/event/error-event.ts";
import { parseSpanId, parseTraceId } from "#server/domain/ids.ts";
import { type AnalysedTrace, analyseTrace } from "#server/domain/trace/analyse.ts";
import { type RouteTree, routeTreeAround, routeTrees } from "#server/domain/trace/route-tree.ts";

/** The trace that an event happened in, where the project has it. */
export type TraceOfEvent = { traceId: string; tree?: ShownRouteTree };

/** Of a larger trace the event only names the id: its own page takes the time it takes, an event's must not. */
const spansToShow = 2_000;

export async function traceOfEvent(asked: AskedAboutIssue, event: ErrorEvent): Promise<TraceOfEvent | undefined> {
  const traceId = parseTraceId(event.traceId);
  const spanCount = traceId ? await asked.services.store.traces.spanCount(asked.project.id, traceId) : 0;
  if (!traceId || spanCount === 0) return undefined;
  if (spanCount > spansToShow) return { traceId };
  const reading = await asked.services.readTrace(asked.project.id, traceId);
  if (!reading) return undefined;
  const tree = treeOf(analyseTrace(reading.spans), event);
  return { traceId, ...(tree && { tree: shownRouteTree(tree) }) };
}

/** The navigation or request that the event names a span of; without one, the first in which something failed. */
function treeOf(trace: AnalysedTrace, event: ErrorEvent): RouteTree | undefined {
  const spanId = parseSpanId(event.spanId);
  const around = spanId && routeTreeAround(trace, spanId);
  if (around) return around;
  const trees = routeTrees(trace);
  return trees.find(({ rows }) => rows.some(({ status }) => status === "error")) ?? trees[0];
}
