import type { Attributes, EndedSpan } from "./provider.ts";

/** A log record that is an event, with its span. */
export type LogEvent = {
  name: string;
  atMs: number;
  traceId: string;
  spanId: string;
  attributes: Attributes;
};

/** OTLP's JSON: IDs in hexadecimal, enumerations as numbers, times as strings of nanoseconds. */
export function encodeSpan(span: EndedSpan): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  const parent = span.parentSpanContext;
  return JSON.stringify({
    traceId,
    spanId,
    parentSpanId: parent?.spanId,
    // 0x100: whether the parent is remote is known; 0x200: it is.
    flags: traceFlags | 0x100 | (parent?.isRemote ? 0x200 : 0),
    name: span.name,
    // The API numbers kinds from 0, the wire format from 1.
    kind: span.kind + 1,
    startTimeUnixNano: nanoseconds(span.startTime),
    endTimeUnixNano: nanoseconds(span.endTime),
    attributes: encodeAttributes(span.attributes),
    events: span.events.map(({ name, time, attributes = {} }) => ({
      name,
      timeUnixNano: nanoseconds(time),
      attributes: encodeAttributes(attributes),
    })),
    links: span.links.map(({ context, attributes = {} }) => ({
      traceId: context.traceId,
      spanId: context.spanId,
      attributes: encodeAttributes(attributes),
    })),
    status: span.status,
  });
}

export function encodeLogEvent({ name, atMs, traceId, spanId, attributes }: LogEvent): string {
  const timeUnixNano = nanoseconds([Math.trunc(atMs / 1000), Math.round((atMs % 1000) * 1e6)]);
  const severityNumber = 9; // INFO
  return JSON.stringify({
    timeUnixNano,
    severityNumber,
    eventName: name,
    traceId,
    spanId,
    flags: 1,
    attributes: encodeAttributes(attributes),
  });
}

/** An export request with items encoded by the functions above. */
export function encodeRequest(
  signal: "traces" | "logs",
  resource: Attributes,
  items: string[],
): string {
  const [outer, inner, list] =
    signal === "traces"
      ? ["resourceSpans", "scopeSpans", "spans"]
      : ["resourceLogs", "scopeLogs", "logRecords"];
  const about = JSON.stringify({ attributes: encodeAttributes(resource) });
  const scope = '{"name":"spoor.browser"}';
  return `{"${outer}":[{"resource":${about},"${inner}":[{"scope":${scope},"${list}":[${items.join()}]}]}]}`;
}

const nanoseconds = ([seconds, nanos]: [number, number]) =>
  `${seconds}${String(nanos).padStart(9, "0")}`;

function encodeAttributes(attributes: Attributes): unknown[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: encodeValue(value) }));
}

function encodeValue(value: unknown): object {
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "boolean") return { boolValue: value };
  if (typeof value === "number")
    return Number.isInteger(value) ? { intValue: value } : { doubleValue: value };
  return Array.isArray(value) ? { arrayValue: { values: value.map(encodeValue) } } : {};
}
