import { spanKinds, spanStatuses } from "#server/domain/trace/span.ts";
import { anything, flag, integer, listOf, mapOf, nullable, number, object, oneOf, ref, text, time } from "./schema.ts";

const attributes = mapOf(anything());

const summary = object({
  traceId: text(),
  root: object({
    ...{ service: text(), name: text("As it was sent."), route: nullable(text()) },
    title: text("By method and route, where the name is a method or an address."),
  }),
  ...{ startedAt: time(), durationMs: number(), spanCount: integer(), errorCount: integer(), services: listOf(text()) },
});

const span = object({
  ...{ spanId: text(), parentSpanId: nullable(text()), name: text(), service: text(), kind: oneOf(spanKinds) },
  ...{ startedAt: time(), durationMs: number(), selfMs: number("In its own code, no child running.") },
  status: oneOf(spanStatuses),
  critical: flag("On the critical path."),
  attributes,
  notes: listOf(ref("Note"), "Modified during ingestion."),
  events: listOf(object({ name: text(), at: time(), attributes })),
  links: listOf(object({ traceId: text(), spanId: text(), attributes })),
  issues: listOf(text(), "Short IDs of its errors."),
});

const routeStep = object({
  ...{ spanId: text(), kind: text("`loader`, `action`, `middleware`, or `lazy`."), name: nullable(text()) },
  ...{ isClient: flag("It ran in the browser."), durationMs: number(), failed: flag() },
});

const routeRow = object({
  ...{ routeId: text(), path: nullable(text()), depth: integer(), startedAt: time(), durationMs: number() },
  blockedMs: number("How long the request waited for this route alone."),
  ...{ status: text(), why: nullable(text()), steps: listOf(routeStep) },
});

export const traceSchemas = { TraceSummary: summary, Span: span, RouteTreeRow: routeRow };

export const traceAnswers = {
  list: object(
    { traces: listOf(ref("TraceSummary")), next: nullable(text("Cursor of the next page.")) },
    { scannedTo: time("Where the search ended at its deadline.") },
  ),
  trace: object({
    ...{ traceId: text(), durationMs: number("Of the root, or of the document load that its answer became.") },
    ...{ spans: listOf(ref("Span")), routeTree: listOf(ref("RouteTreeRow")) },
    issues: listOf(ref("Issue")),
  }),
};
