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

/** The trace that an event happened in, where the project has it. */
export type TraceOfEvent = { traceId: string; span?: SpanOfEvent; tree?: ShownRouteTree };

/** Where it failed, as the trace's page has it. Of a larger trace the name is not read. */
export type SpanOfEvent = { spanId: SpanId; name?: string };

/**
 * Of a larger trace the event only names the id: its own page takes the time it takes, an event's
 * must not.
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

/** The failed span that the trace's page shows the event on, else the one that the event names. */
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

/** Decoding every span would take too long: its id is looked for in their bytes. */
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

/**
 * The navigation or request that the event names a span of; without one, the first in which
 * something failed.
 */
function treeOf(trace: AnalyzedTrace, event: ErrorEvent): RouteTree | undefined {
  const spanId = parseSpanId(event.spanId);
  const around = spanId && routeTreeAround(trace, spanId);
  if (around) return around;
  const trees = routeTrees(trace);
  return trees.find(({ rows }) => rows.some(({ status }) => status === "error")) ?? trees[0];
}
