import { context, propagation, ROOT_CONTEXT, trace, TraceFlags } from "@opentelemetry/api";
import { afterAll, expect, test } from "vitest";
import { type Sink, startTelemetry } from "./provider.ts";
import { traceStore } from "./traced-store.ts";

// A process has one provider: all tests share it, and each sets the sink's behavior.
const sink: { send: Sink["send"] } = { send: () => undefined };
const telemetry = startTelemetry({
  serviceName: "shop",
  serviceVersion: "1.4.2",
  environment: "staging",
  sinks: [{ send: (body) => sink.send(body) }],
});
afterAll(() => telemetry.shutdown());
// The next test file in this process has its own provider.
afterAll(() => [context, propagation, trace].forEach((api) => api.disable()));

const tracer = trace.getTracer("test");
const text = (body: Uint8Array) => Buffer.from(body).toString("latin1");

test("spans reach the sink as one OTLP message with their resource", async () => {
  const bodies: Uint8Array[] = [];
  sink.send = (body) => bodies.push(body);
  tracer.startActiveSpan("outer", (outer) => {
    tracer.startSpan("inner").end();
    outer.end();
  });
  await telemetry.flush();
  expect(bodies).toHaveLength(1);
  for (const word of ["inner", "outer", "shop", "1.4.2", "staging", "nodejs"])
    expect(text(bodies[0]!)).toContain(word);
});

test("sending is outside any trace, and nothing it does is traced", async () => {
  const seen: unknown[] = [];
  const store = traceStore({ spans: { save: () => "saved" } }, { system: "sqlite" });
  sink.send = () => {
    seen.push(
      trace.getActiveSpan(),
      tracer.startSpan("of the exporter").isRecording(),
      store.spans.save(),
    );
  };
  // Ended inside another span, so that the sending timer is created in its context.
  await tracer.startActiveSpan("request", async (request) => {
    tracer.startSpan("query").end();
    await telemetry.flush();
    request.end();
  });
  expect(seen).toEqual([undefined, false, "saved"]);
});

test("a failing sink loses spans only", async () => {
  await telemetry.flush();
  const before = telemetry.dropped();
  sink.send = () => Promise.reject(new Error("The disk is full"));
  for (const name of ["a", "b"]) tracer.startSpan(name).end();
  await telemetry.flush();
  expect(telemetry.dropped() - before).toBe(2);
});

test("spans unsampled by the caller are not sent", async () => {
  const bodies: Uint8Array[] = [];
  sink.send = (body) => bodies.push(body);
  const ids = { traceId: "1".repeat(32), spanId: "2".repeat(16), isRemote: true };
  const unsampled = trace.setSpanContext(ROOT_CONTEXT, { ...ids, traceFlags: TraceFlags.NONE });
  context.with(unsampled, () => tracer.startSpan("quiet").end());
  await telemetry.flush();
  expect(bodies).toEqual([]);
});
