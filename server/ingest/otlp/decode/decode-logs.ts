import type { Note } from "#server/domain/event/error-event.ts";
import { parseSpanId, parseTraceId, type SpanId, type TraceId } from "#server/domain/ids.ts";
import type { Attributes, AttributeValue } from "#server/domain/trace/span.ts";
import { AttributeGatherer, readAnyValue } from "./decode-attributes.ts";
import { asSent, contextOf, type SpanContext } from "./decode-context.ts";
import { presentable } from "#server/ingest/otlp/presentable.ts";
import { readResourceFrame } from "#server/ingest/otlp/scan/scan-resource.ts";
import { WireReader } from "#server/ingest/otlp/wire/wire.ts";

export type LogRecord = {
  /** Time of the event; if not sent, time observed; 0 if neither is known. */
  atNs: bigint;
  severityNumber: number;
  body: AttributeValue;
  eventName: string;
  attributes: Attributes;
  resource: Attributes;
  service: string;
  /** For its attributes, by name. */
  notes: Note[];
  traceId: TraceId | undefined;
  spanId: SpanId | undefined;
};

/**
 * All records of an `ExportLogsServiceRequest`, one by one. Throws `WireFault` for invalid bytes.
 */
export function* decodeLogs(bytes: Uint8Array): Generator<LogRecord> {
  const reader = new WireReader(bytes);
  while (reader.position < bytes.length) {
    const tag = reader.tag();
    if (tag === 10) yield* readResourceLogs(reader);
    else reader.skip(tag);
  }
}

/** Two passes, because the resource may follow what it describes. */
function* readResourceLogs(reader: WireReader): Generator<LogRecord> {
  const { attributes, scopes, end } = readResourceFrame(reader);
  reader.leave(end);
  const context = contextOf(attributes, undefined, asSent);
  for (const start of scopes) {
    reader.position = start;
    reader.tag();
    yield* readScopeLogs(reader, context);
  }
  reader.position = end;
}

function* readScopeLogs(reader: WireReader, context: SpanContext): Generator<LogRecord> {
  const end = reader.enter();
  while (reader.position < end) {
    const tag = reader.tag();
    if (tag === 18) yield readRecord(reader, context);
    else reader.skip(tag);
  }
  reader.leave(end);
}

function readRecord(reader: WireReader, { resource, service }: SpanContext): LogRecord {
  const end = reader.enter();
  const gatherer = new AttributeGatherer();
  let [timeNs, observedNs] = [0n, 0n];
  let [traceHex, spanHex] = ["", ""];
  let [eventName, severityNumber] = ["", 0];
  let body: AttributeValue = null;
  while (reader.position < end) {
    const tag = reader.tag();
    if (tag === 9) timeNs = reader.fixed64();
    else if (tag === 16) severityNumber = reader.uint32();
    else if (tag === 42) body = readAnyValue(reader);
    else if (tag === 50) gatherer.read(reader);
    else if (tag === 74) traceHex = reader.span().toString("hex");
    else if (tag === 82) spanHex = reader.span().toString("hex");
    else if (tag === 89) observedNs = reader.fixed64();
    else if (tag === 98) eventName = reader.text();
    else reader.skip(tag);
  }
  reader.leave(end);
  return {
    atNs: timeNs === 0n ? observedNs : timeNs,
    severityNumber,
    body,
    eventName,
    attributes: presentable(gatherer.attributes, "internal"),
    notes: gatherer.notes(""),
    resource,
    service,
    traceId: parseTraceId(traceHex),
    spanId: parseSpanId(spanHex),
  };
}
