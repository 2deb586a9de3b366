import type { JsonObject } from "#server/domain/json.ts";
import type { Span } from "#server/domain/trace/span.ts";
import type { AdmittedEvent } from "#server/ingest/request.ts";
import { exceptionEvent } from "./exception-event.ts";

/** `exception`, and more specific names of instrumentations (`http.server.request.exception`). */
export const isExceptionName = (name: string): boolean =>
  name === "exception" || name.endsWith(".exception");

/**
 * Events for the exceptions on these spans. An exception that passes through several spans is
 * recorded on each: it becomes one event of the span that started last, where it was thrown.
 */
export function spanExceptions(spans: Span[]): AdmittedEvent[] {
  const events = new Map<unknown, AdmittedEvent>();
  for (const span of spans.toSorted((a, b) => Number(b.startedAtNs - a.startedAtNs))) {
    for (const event of span.events) {
      if (!isExceptionName(event.name)) continue;
      const payload = eventOf(span, event);
      const { notes } = event;
      if (!events.has(payload["event_id"]))
        events.set(payload["event_id"], { kind: "event", payload, ...(notes && { notes }) });
    }
  }
  return [...events.values()];
}

function eventOf(span: Span, { attributes, atNs }: Span["events"][number]): JsonObject {
  return exceptionEvent({
    exception: attributes,
    surroundings: span.attributes,
    resource: span.resource,
    service: span.service,
    atNs: atNs === 0n ? span.endedAtNs : atNs,
    level: "error",
    traceId: span.traceId,
    spanId: span.spanId,
    spanName: span.name,
  });
}
