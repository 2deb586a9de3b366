import { Buffer } from "node:buffer";
import { context, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { JsonTraceSerializer, ProtobufTraceSerializer } from "@opentelemetry/otlp-transformer";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";

// Prints the requests of the JavaScript SDK's two exporters for two spans: one base64 line each. A
// separate program, because the test runner resolves these packages to builds for bundlers.

function record() {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ "service.name": "shop", "service.version": "1.4.2" }),
    spanProcessors: [new SimpleSpanProcessor(exporter)],
  });
  const tracer = provider.getTracer("checkout", "2.0.0");
  const attributes = {
    "http.request.method": "GET",
    "http.route": "/orders/:id",
    "shop.sizes": ["s", "m"],
    "shop.ratio": 0.25,
  };
  const root = tracer.startSpan("GET /orders/:id", {
    kind: SpanKind.SERVER,
    attributes,
    startTime: [1_795_236_865, 953_830_701],
  });
  const inside = trace.setSpan(context.active(), root);
  const child = tracer.startSpan(
    "SELECT orders",
    { kind: SpanKind.CLIENT, links: [{ context: root.spanContext() }] },
    inside,
  );
  child.recordException(new TypeError("x is undefined"));
  child.setStatus({ code: SpanStatusCode.ERROR, message: "failed" });
  child.end();
  root.end();
  return exporter.getFinishedSpans();
}

const finished = record();
for (const serializer of [ProtobufTraceSerializer, JsonTraceSerializer]) {
  process.stdout.write(
    `${Buffer.from(serializer.serializeRequest(finished)!).toString("base64")}\n`,
  );
}
