import type { AskedAboutIssue } from "#app/guard.ts";
import { type ShownRouteTree, shownRouteTree } from "#app/ui/trace/shown-route-tree.ts";
import type { ErrorEvent } from "#server/domain/event/error-event.ts";
import { parseSpanId, parseTraceId, type SpanId, type TraceId } from "#server/domain/ids.ts";
import { type AnalyzedTrace, analyzeTrace } from "#server/domain/trace/timing/analyze.ts";
import {
  type RouteTree,
  routeTreeAround,
  routeTrees,
} from "#server/domain/trace/route-tree/route-tree.ts";

/** The trace of an event, if the project has it. */
export type TraceOfEvent = { traceId: string; span?: SpanOfEvent; tree?: ShownRouteTree };

/** The failed span, as on the trace's page. Not named for a larger trace. */
export type SpanOfEvent = { spanId: SpanId; name?: string };

/**
 * For a larger trace, the event only shows its ID: the trace page may be slow, but an event must
 * not be.
 */
const spansToShow = 2_000;

export async function traceOfEvent(
  asked: AskedAboutIssue,
  event: ErrorEvent,
): Promise<TraceOfEvent | undefined> {
  const traceId = parseTraceId(event.traceId);
  const spanCount = traceId
    ? await asked.services.store.traces.spanCount(asked.project.id, traceId)
    : 0;
  if (!traceId || spanCount === 0) return undefined;
  if (spanCount > spansToShow)
    return { traceId, ...(await spanInLargeTrace(asked, traceId, event)) };
  const reading = await asked.services.readTrace(asked.project.id, traceId);
  if (!reading) return undefined;
  const trace = analyzeTrace(reading.spans);
  const [tree, span] = [treeOf(trace, event), await spanOf(asked, traceId, trace, event)];
  return { traceId, ...(span && { span }), ...(tree && { tree: shownRouteTree(tree) }) };
}

/** The failed span where the trace's page shows the event, otherwise the event's own. */
async function spanOf(
  { services, project }: AskedAboutIssue,
  traceId: TraceId,
  trace: AnalyzedTrace,
  { eventId, spanId }: ErrorEvent,
): Promise<SpanOfEvent | undefined> {
  const errors = await services.readTraceErrors(project.id, traceId, trace);
  const joined = errors.find(({ event }) => event?.eventId === eventId);
  const node = trace.byId.get(joined?.spanIds[0] ?? (spanId as SpanId));
  return node && { spanId: node.span.spanId, name: node.span.name };
}

/** Decoding every span would take too long, so the ID is searched in their bytes. */
async function spanInLargeTrace(
  { services, project }: AskedAboutIssue,
  traceId: TraceId,
  event: ErrorEvent,
): Promise<{ span?: SpanOfEvent }> {
  const spanId = parseSpanId(event.spanId);
  const stored = spanId && (await services.store.traces.find(project.id, traceId));
  if (!stored) return {};
  const bytes = Buffer.from(spanId, "hex");
  return stored.parts.some((part) =>
    Buffer.from(part.buffer, part.byteOffset, part.byteLength).includes(bytes),
  )
    ? { span: { spanId } }
    : {};
}

/** The navigation or request of the event's span; without one, the first with a failure. */
function treeOf(trace: AnalyzedTrace, event: ErrorEvent): RouteTree | undefined {
  const spanId = parseSpanId(event.spanId);
  const around = spanId && routeTreeAround(trace, spanId);
  if (around) return around;
  const trees = routeTrees(trace);
  return trees.find(({ rows }) => rows.some(({ status }) => status === "error")) ?? trees[0];
}
