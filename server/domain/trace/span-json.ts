import type { JsonObject } from "#server/domain/json.ts";
import { attributesJson } from "./terms/attribute-json.ts";
import type { Span } from "./span.ts";

/** A complete span with times as sent: nanoseconds since 1970 as text, as in OTLP's JSON. */
export function spanJson(span: Span): JsonObject {
  const { traceId, spanId, parentSpanId, name, kind, service, status, statusMessage } = span;
  return {
    traceId,
    spanId,
    parentSpanId: parentSpanId ?? null,
    name,
    kind,
    service,
    startTimeUnixNano: String(span.startedAtNs),
    endTimeUnixNano: String(span.endedAtNs),
    status: { code: status, message: statusMessage ?? null },
    attributes: attributesJson(span.attributes),
    events: span.events.map(({ name: event, atNs, attributes }) => ({
      name: event,
      timeUnixNano: String(atNs),
      attributes: attributesJson(attributes),
    })),
    links: span.links.map((link) => ({ ...link, attributes: attributesJson(link.attributes) })),
    resource: attributesJson(span.resource),
    scope: span.scope ? { name: span.scope.name, version: span.scope.version ?? null } : null,
    notes: (span.notes ?? []).map((note) => ({ ...note })),
    dropped: { attributes: 0, events: 0, links: 0, ...span.dropped },
  };
}
