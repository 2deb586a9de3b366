import { Buffer } from "node:buffer";
import {
  type Attributes,
  type AttributeValue,
  type Span,
  spanKinds,
  spanStatuses,
} from "#server/domain/trace/span.ts";
import { flagsOf } from "#server/ingest/otlp/span-flags.ts";
import { notesAttribute } from "#server/ingest/otlp/trimmed-values.ts";
import { WireWriter } from "./write.ts";

/**
 * Encodes spans as one `TracesData` message. Neighbors with the same resource or scope object share
 * it in the message.
 */
export function encodeSpans(spans: Span[]): Uint8Array {
  const writer = new WireWriter();
  for (const resource of runsOf(spans, (span) => span.resource)) {
    const mark = writer.begin(1);
    writeResource(writer, resource[0]!);
    for (const scope of runsOf(resource, (span) => span.scope)) writeScope(writer, scope);
    writer.end(mark);
  }
  return writer.finish();
}

/**
 * The resource field of a `ResourceSpans`, alone: appended to another one, its attributes are added
 * to it.
 */
export function encodeResource(attributes: Attributes): Uint8Array {
  const writer = new WireWriter();
  const mark = writer.begin(1);
  writeAttributes(writer, 1, attributes);
  writer.end(mark);
  return writer.finish();
}

/** The longest runs of neighbors with the same `by`. */
function runsOf(spans: Span[], by: (span: Span) => unknown): Span[][] {
  const runs: Span[][] = [];
  for (const span of spans) {
    const run = runs.at(-1);
    if (run && by(run[0]!) === by(span)) run.push(span);
    else runs.push([span]);
  }
  return runs;
}

function writeResource(writer: WireWriter, { resource, service }: Span): void {
  const mark = writer.begin(1);
  writeAttributes(
    writer,
    1,
    "service.name" in resource ? resource : { "service.name": service, ...resource },
  );
  writer.end(mark);
}

function writeScope(writer: WireWriter, spans: Span[]): void {
  const mark = writer.begin(2);
  const { scope } = spans[0]!;
  if (scope) {
    const inner = writer.begin(1);
    writer.text(1, scope.name);
    if (scope.version) writer.text(2, scope.version);
    writer.end(inner);
  }
  for (const span of spans) writeSpan(writer, span);
  writer.end(mark);
}

function writeSpan(writer: WireWriter, span: Span): void {
  const mark = writer.begin(2);
  writer.span(1, Buffer.from(span.traceId, "hex"));
  writer.span(2, Buffer.from(span.spanId, "hex"));
  if (span.parentSpanId) writer.span(4, Buffer.from(span.parentSpanId, "hex"));
  writer.text(5, span.name);
  writer.varint(6, spanKinds.indexOf(span.kind) + 1);
  writer.fixed64(7, span.startedAtNs);
  writer.fixed64(8, span.endedAtNs);
  writeAttributes(writer, 9, span.attributes);
  if (span.notes) writeAttributes(writer, 9, { [notesAttribute]: JSON.stringify(span.notes) });
  if (span.dropped?.attributes) writer.varint(10, span.dropped.attributes);
  for (const event of span.events) writeEvent(writer, event);
  if (span.dropped?.events) writer.varint(12, span.dropped.events);
  for (const link of span.links) writeLink(writer, link);
  if (span.dropped?.links) writer.varint(14, span.dropped.links);
  writeStatus(writer, span);
  if (span.parentIsRemote !== undefined) writer.fixed32(16, flagsOf(span.parentIsRemote));
  writer.end(mark);
}

function writeEvent(writer: WireWriter, { name, atNs, attributes }: Span["events"][number]): void {
  const mark = writer.begin(11);
  writer.fixed64(1, atNs);
  writer.text(2, name);
  writeAttributes(writer, 3, attributes);
  writer.end(mark);
}

function writeLink(
  writer: WireWriter,
  { traceId, spanId, attributes }: Span["links"][number],
): void {
  const mark = writer.begin(13);
  writer.span(1, Buffer.from(traceId, "hex"));
  writer.span(2, Buffer.from(spanId, "hex"));
  writeAttributes(writer, 4, attributes);
  writer.end(mark);
}

function writeStatus(writer: WireWriter, { status, statusMessage }: Span): void {
  if (status === "unset" && !statusMessage) return;
  const mark = writer.begin(15);
  if (statusMessage) writer.text(2, statusMessage);
  writer.varint(3, spanStatuses.indexOf(status));
  writer.end(mark);
}

function writeAttributes(writer: WireWriter, field: number, attributes: Attributes): void {
  for (const key in attributes) {
    const mark = writer.begin(field);
    writer.text(1, key);
    writeValue(writer, 2, attributes[key]!);
    writer.end(mark);
  }
}

function writeValue(writer: WireWriter, field: number, value: AttributeValue): void {
  const mark = writer.begin(field);
  if (typeof value === "string") writer.text(1, value);
  else if (typeof value === "boolean") writer.varint(2, value ? 1 : 0);
  else if (typeof value === "bigint") writer.varint(3, value);
  else if (typeof value === "number") writeNumber(writer, value);
  else if (Array.isArray(value)) writeList(writer, value);
  else if (value !== null) writeObject(writer, value);
  writer.end(mark);
}

function writeNumber(writer: WireWriter, value: number): void {
  if (Number.isSafeInteger(value) && !Object.is(value, -0)) writer.varint(3, value);
  else writer.double(4, value);
}

function writeList(writer: WireWriter, values: AttributeValue[]): void {
  const mark = writer.begin(5);
  for (const value of values) writeValue(writer, 1, value);
  writer.end(mark);
}

/** `AttributeValue` represents bytes as `{ bytes }` only. */
function writeObject(writer: WireWriter, value: Attributes): void {
  const { bytes } = value;
  if (typeof bytes === "string" && Object.keys(value).length === 1)
    return writer.span(7, Buffer.from(bytes, "base64"));
  const mark = writer.begin(6);
  writeAttributes(writer, 1, value);
  writer.end(mark);
}
