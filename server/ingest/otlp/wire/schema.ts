/**
 * The OTLP messages that Spoor reads, as tables (opentelemetry-proto 1.11): JSON name, field
 * number, type. Used to transcribe JSON and to locate faults, but not by the scan.
 */
export type Message = {
  name: string;
  fields: { [jsonName: string]: Field };
  /** Zero is significant: `oneof`. */ oneOf?: true;
};
export type Field = { number: number; type: Scalar | (() => Message); repeated?: true };

/** `id`: bytes that JSON writes as hexadecimal digits. */
export type Scalar =
  | "text"
  | "id"
  | "bytes"
  | "bool"
  | "int64"
  | "uint32"
  | "fixed64"
  | "fixed32"
  | "double"
  | Enum;
export type Enum = { names: readonly string[] };

const text = (number: number): Field => ({ number, type: "text" });
const id = (number: number): Field => ({ number, type: "id" });
const uint32 = (number: number): Field => ({ number, type: "uint32" });
const fixed64 = (number: number): Field => ({ number, type: "fixed64" });
const one = (number: number, message: () => Message): Field => ({ number, type: message });
const many = (number: number, message: () => Message): Field => ({
  number,
  type: message,
  repeated: true,
});
const named = (number: number, ...names: string[]): Field => ({ number, type: { names } });

const anyValue: Message = {
  name: "AnyValue",
  oneOf: true,
  fields: {
    stringValue: text(1),
    boolValue: { number: 2, type: "bool" },
    intValue: { number: 3, type: "int64" },
    doubleValue: { number: 4, type: "double" },
    arrayValue: one(5, () => arrayValue),
    kvlistValue: one(6, () => keyValueList),
    bytesValue: { number: 7, type: "bytes" },
  },
};

const arrayValue: Message = { name: "ArrayValue", fields: { values: many(1, () => anyValue) } };
const keyValueList: Message = { name: "KeyValueList", fields: { values: many(1, () => keyValue) } };
const keyValue: Message = {
  name: "KeyValue",
  fields: { key: text(1), value: one(2, () => anyValue) },
};

const resource: Message = {
  name: "Resource",
  fields: { attributes: many(1, () => keyValue), droppedAttributesCount: uint32(2) },
};

const scope: Message = {
  name: "InstrumentationScope",
  fields: {
    name: text(1),
    version: text(2),
    attributes: many(3, () => keyValue),
    droppedAttributesCount: uint32(4),
  },
};

const spanEvent: Message = {
  name: "Span.Event",
  fields: {
    timeUnixNano: fixed64(1),
    name: text(2),
    attributes: many(3, () => keyValue),
    droppedAttributesCount: uint32(4),
  },
};

const spanLink: Message = {
  name: "Span.Link",
  fields: {
    traceId: id(1),
    spanId: id(2),
    traceState: text(3),
    attributes: many(4, () => keyValue),
    droppedAttributesCount: uint32(5),
    flags: { number: 6, type: "fixed32" },
  },
};

const status: Message = {
  name: "Status",
  fields: {
    message: text(2),
    code: named(3, "STATUS_CODE_UNSET", "STATUS_CODE_OK", "STATUS_CODE_ERROR"),
  },
};

const span: Message = {
  name: "Span",
  fields: {
    traceId: id(1),
    spanId: id(2),
    traceState: text(3),
    parentSpanId: id(4),
    name: text(5),
    kind: named(
      6,
      "SPAN_KIND_UNSPECIFIED",
      "SPAN_KIND_INTERNAL",
      "SPAN_KIND_SERVER",
      "SPAN_KIND_CLIENT",
      "SPAN_KIND_PRODUCER",
      "SPAN_KIND_CONSUMER",
    ),
    startTimeUnixNano: fixed64(7),
    endTimeUnixNano: fixed64(8),
    attributes: many(9, () => keyValue),
    droppedAttributesCount: uint32(10),
    events: many(11, () => spanEvent),
    droppedEventsCount: uint32(12),
    links: many(13, () => spanLink),
    droppedLinksCount: uint32(14),
    status: one(15, () => status),
    flags: { number: 16, type: "fixed32" },
  },
};

const logRecord: Message = {
  name: "LogRecord",
  fields: {
    timeUnixNano: fixed64(1),
    severityNumber: uint32(2),
    severityText: text(3),
    body: one(5, () => anyValue),
    attributes: many(6, () => keyValue),
    droppedAttributesCount: uint32(7),
    flags: { number: 8, type: "fixed32" },
    traceId: id(9),
    spanId: id(10),
    observedTimeUnixNano: fixed64(11),
    eventName: text(12),
  },
};

const scopeSpans: Message = {
  name: "ScopeSpans",
  fields: { scope: one(1, () => scope), spans: many(2, () => span), schemaUrl: text(3) },
};
const resourceSpans: Message = {
  name: "ResourceSpans",
  fields: {
    resource: one(1, () => resource),
    scopeSpans: many(2, () => scopeSpans),
    schemaUrl: text(3),
  },
};
const scopeLogs: Message = {
  name: "ScopeLogs",
  fields: { scope: one(1, () => scope), logRecords: many(2, () => logRecord), schemaUrl: text(3) },
};
const resourceLogs: Message = {
  name: "ResourceLogs",
  fields: {
    resource: one(1, () => resource),
    scopeLogs: many(2, () => scopeLogs),
    schemaUrl: text(3),
  },
};

/** ExportTraceServiceRequest and `TracesData`, which are equal on the wire. */
export const tracesData: Message = {
  name: "TracesData",
  fields: { resourceSpans: many(1, () => resourceSpans) },
};
export const logsData: Message = {
  name: "LogsData",
  fields: { resourceLogs: many(1, () => resourceLogs) },
};

// Metrics are not stored, so only the fields needed to count their points.
const dataPoint: Message = { name: "DataPoint", fields: {} };
const points: Message = { name: "Points", fields: { dataPoints: many(1, () => dataPoint) } };
const metric: Message = {
  name: "Metric",
  fields: {
    gauge: one(5, () => points),
    sum: one(7, () => points),
    histogram: one(9, () => points),
    exponentialHistogram: one(10, () => points),
    summary: one(11, () => points),
  },
};
const scopeMetrics: Message = { name: "ScopeMetrics", fields: { metrics: many(2, () => metric) } };
const resourceMetrics: Message = {
  name: "ResourceMetrics",
  fields: { scopeMetrics: many(2, () => scopeMetrics) },
};
export const metricsData: Message = {
  name: "MetricsData",
  fields: { resourceMetrics: many(1, () => resourceMetrics) },
};
