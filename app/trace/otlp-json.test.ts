import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { JsonTraceSerializer } from "@opentelemetry/otlp-transformer";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-web";
import { expect, test } from "vitest";
import { encodeLogEvent, encodeRequest, encodeSpan } from "./otlp-json.ts";

const recorded = new InMemorySpanExporter();
const tracer = new BasicTracerProvider({
  spanProcessors: [new SimpleSpanProcessor(recorded)],
}).getTracer("test");

test("a span equals OpenTelemetry's own encoding", () => {
  const server = { traceId: "a".repeat(32), spanId: "b".repeat(16), traceFlags: 1, isRemote: true };
  const parent = trace.setSpanContext(ROOT_CONTEXT, server);
  const attributes = { text: "ü\n", whole: 7, share: 0.25, yes: true, list: ["a", "b"], none: [] };
  const options = {
    kind: SpanKind.CLIENT,
    startTime: 1_795_251_614_901.125,
    attributes,
    links: [{ context: server }],
  };
  const span = tracer.startSpan("GET /shop", options, parent);
  span.addEvent("response started", { bytes: 12 }, 1_795_251_614_902);
  span.setStatus({ code: SpanStatusCode.ERROR, message: "no" });
  span.end(1_795_251_614_903.5);
  tracer.startSpan("root", { startTime: 1_795_251_614_000 }).end(1_795_251_614_001);

  const spans = recorded.getFinishedSpans();
  const theirs = JSON.parse(
    new TextDecoder().decode(JsonTraceSerializer.serializeRequest(spans)),
  ) as Exported;
  const ours = JSON.parse(
    encodeRequest("traces", { "service.name": "x" }, spans.map(encodeSpan)),
  ) as Exported;
  const spansOf = ({ resourceSpans }: Exported) =>
    resourceSpans[0]!.scopeSpans[0]!.spans.map(withoutCounts);
  expect(spansOf(ours)).toEqual(spansOf(theirs));
  expect(ours.resourceSpans[0]!.resource.attributes).toEqual([
    { key: "service.name", value: { stringValue: "x" } },
  ]);
});

type Json = { [key: string]: unknown };
type Exported = {
  resourceSpans: { resource: { attributes: Json[] }; scopeSpans: { spans: Json[] }[] }[];
};

/**
 * Encoders differ in counts of dropped items, which are zero, and link flags, which are not read.
 */
function withoutCounts(span: Json): Json {
  const drop = (key: string, value: unknown) => (key.startsWith("dropped") ? undefined : value);
  const kept = JSON.parse(JSON.stringify(span, drop)) as Json & { links: Json[] };
  for (const link of kept.links) delete link.flags;
  return kept;
}

test("an event keeps microseconds and its place in the trace", () => {
  const ids = { traceId: "a".repeat(32), spanId: "b".repeat(16) };
  const attributes = { "browser.web_vital.value": 0.1 };
  const event = encodeLogEvent({
    name: "browser.web_vital",
    atMs: 1_795_251_614_901.125,
    ...ids,
    attributes,
  });
  expect(JSON.parse(event)).toMatchObject({
    timeUnixNano: "1795251614901125000",
    eventName: "browser.web_vital",
    ...ids,
  });
});
