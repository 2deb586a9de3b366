import { parseSpanId, parseTraceId } from "#server/domain/ids.ts";
import {
  type SpanEvent,
  type SpanLink,
  type SpanStatus,
  spanStatuses,
} from "#server/domain/trace/span.ts";
import { AttributeGatherer } from "./decode-attributes.ts";
import { presentable } from "#server/ingest/otlp/presentable.ts";
import type { WireReader } from "#server/ingest/otlp/wire/wire.ts";

// In each function, the reader is at the length of the message.

export function readEvent(reader: WireReader): SpanEvent {
  const end = reader.enter();
  const gatherer = new AttributeGatherer();
  let name = "";
  let atNs = 0n;
  while (reader.position < end) {
    const tag = reader.tag();
    if (tag === 9) atNs = reader.fixed64();
    else if (tag === 18) name = reader.text();
    else if (tag === 26) gatherer.read(reader);
    else reader.skip(tag);
  }
  reader.leave(end);
  const notes = gatherer.notes("");
  return {
    name,
    atNs,
    attributes: presentable(gatherer.attributes, "internal"),
    ...(notes.length > 0 && { notes }),
  };
}

/** Undefined if the link's IDs are invalid. */
export function readLink(reader: WireReader): SpanLink | undefined {
  const end = reader.enter();
  const gatherer = new AttributeGatherer();
  let traceHex = "";
  let spanHex = "";
  while (reader.position < end) {
    const tag = reader.tag();
    if (tag === 10) traceHex = reader.span().toString("hex");
    else if (tag === 18) spanHex = reader.span().toString("hex");
    else if (tag === 34) gatherer.read(reader);
    else reader.skip(tag);
  }
  reader.leave(end);
  const traceId = parseTraceId(traceHex);
  const spanId = parseSpanId(spanHex);
  return (
    traceId &&
    spanId && { traceId, spanId, attributes: presentable(gatherer.attributes, "internal") }
  );
}

export function readStatus(reader: WireReader): {
  status: SpanStatus | undefined;
  message: string;
} {
  const end = reader.enter();
  let status: SpanStatus | undefined;
  let message = "";
  while (reader.position < end) {
    const tag = reader.tag();
    if (tag === 18) message = reader.text();
    else if (tag === 24) status = spanStatuses[reader.uint32()];
    else reader.skip(tag);
  }
  reader.leave(end);
  return { status, message };
}
