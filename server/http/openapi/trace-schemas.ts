import { spanKinds, spanStatuses } from "#server/domain/trace/span.ts";
import {
  anything,
  flag,
  integer,
  listOf,
  mapOf,
  nullable,
  number,
  object,
  oneOf,
  ref,
  text,
  time,
} from "./schema.ts";

const attributes = mapOf(anything());

const summary = object({
  traceId: text(),
  root: object({
    service: text(),
    name: text("Name as sent."),
    route: nullable(text()),
    title: text("Method and route if the name is only a method or a URL."),
  }),
  startedAt: time(),
  durationMs: number(),
  spanCount: integer(),
  errorCount: integer(),
  services: listOf(text()),
});

const span = object({
  spanId: text(),
  parentSpanId: nullable(text()),
  name: text(),
  service: text(),
  kind: oneOf(spanKinds),
  startedAt: time(),
  durationMs: number(),
  selfMs: number("Self time: no child span was running."),
  status: oneOf(spanStatuses),
  critical: flag("True if the span is on the critical path."),
  attributes,
  notes: listOf(ref("Note"), "Modified during ingestion."),
  events: listOf(object({ name: text(), at: time(), attributes })),
  links: listOf(object({ traceId: text(), spanId: text(), attributes })),
  issues: listOf(text(), "Short IDs of the issues of its errors."),
});

const routeStep = object({
  spanId: text(),
  kind: text("`loader`, `action`, `middleware`, or `lazy`."),
  name: nullable(text()),
  isClient: flag("True if it ran in the browser."),
  durationMs: number(),
  failed: flag(),
});

const routeRow = object({
  routeId: text(),
  path: nullable(text()),
  depth: integer(),
  startedAt: time(),
  durationMs: number(),
  blockedMs: number("Time during which the request waited only for this route."),
  status: text(),
  why: nullable(text()),
  steps: listOf(routeStep),
});

export const traceSchemas = { TraceSummary: summary, Span: span, RouteTreeRow: routeRow };

export const traceAnswers = {
  list: object(
    { traces: listOf(ref("TraceSummary")), next: nullable(text("Cursor of the next page.")) },
    { scannedTo: time("Set if the search timed out: the time back to which it searched.") },
  ),
  trace: object({
    traceId: text(),
    durationMs: number("Duration of the root span, or of the document load that includes it."),
    spans: listOf(ref("Span")),
    routeTree: listOf(ref("RouteTreeRow")),
    issues: listOf(ref("Issue")),
  }),
};
