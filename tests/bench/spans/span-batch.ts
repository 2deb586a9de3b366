import { type Attributes, spanKinds } from "#server/domain/trace/span.ts";
import type { Chance } from "../load/chance.ts";
import { ProtobufBytes } from "./protobuf-bytes.ts";
import {
  resourceOf,
  scopeOf,
  scopeVersion,
  timesOf,
  type TracedSpan,
  writeResourceSpans,
} from "./resource-spans.ts";
import { sampleSpans } from "./sample-spans.ts";

/** Spans per request, as a collector would batch them. */
export const batchSpans = 100;

/** Complete traces, the last one truncated at the batch size. */
export function sampleBatch(chance: Chance, now: number): TracedSpan[] {
  const batch: TracedSpan[] = [];
  while (batch.length < batchSpans) {
    const traceId = Buffer.from(chance.hex(32), "hex");
    const startedAtNs = BigInt(Math.round(now - 5_000 + chance.below(3_000))) * 1_000_000n;
    for (const span of sampleSpans(chance)) batch.push({ span, traceId, startedAtNs });
  }
  return batch.slice(0, batchSpans);
}

/** An `ExportTraceServiceRequest`. */
export function protobufOf(batch: TracedSpan[], chance: Chance): Buffer {
  const out = new ProtobufBytes();
  for (const [service, spans] of byService(batch)) writeResourceSpans(out, service, spans, chance);
  return out.take();
}

/** Likewise in OTLP's JSON: IDs as hexadecimal digits, 64-bit numbers as strings. */
export function jsonOf(batch: TracedSpan[], chance: Chance): Buffer {
  const resourceSpans = [...byService(batch)].map(([service, spans]) => ({
    resource: { attributes: attributesJson(resourceOf(service)) },
    scopeSpans: [
      {
        scope: { name: scopeOf(service), version: scopeVersion },
        spans: spans.map((each) => spanJson(each, chance)),
      },
    ],
  }));
  return Buffer.from(JSON.stringify({ resourceSpans }));
}

const byService = (batch: TracedSpan[]) => Map.groupBy(batch, ({ span }) => span.service);

function spanJson(traced: TracedSpan, chance: Chance) {
  const { span, traceId } = traced;
  const { startNs, endNs } = timesOf(traced, chance);
  return {
    traceId: traceId.toString("hex"),
    spanId: span.id.toString("hex"),
    ...(span.parent && { parentSpanId: span.parent.toString("hex") }),
    name: span.name,
    kind: spanKinds.indexOf(span.kind) + 1,
    startTimeUnixNano: String(startNs),
    endTimeUnixNano: String(endNs),
    attributes: attributesJson(span.attributes),
    status: span.failed ? { code: 2 } : {},
    flags: 256,
  };
}

function attributesJson(attributes: Attributes) {
  return Object.entries(attributes).map(([key, value]) => {
    if (typeof value === "number") return { key, value: { intValue: String(value) } };
    return {
      key,
      value: typeof value === "boolean" ? { boolValue: value } : { stringValue: value },
    };
  });
}
