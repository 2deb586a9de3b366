import { context, propagation, ROOT_CONTEXT, type Span, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { suppressTracing, W3CTraceContextPropagator } from "@opentelemetry/core";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeEach, expect, test } from "vitest";
import { type FetchOptions, traceFetches } from "./fetch-spans.ts";

const recorder = new InMemorySpanExporter();
const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(recorder)] });
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
propagation.setGlobalPropagator(new W3CTraceContextPropagator());
trace.setGlobalTracerProvider(provider);

const received: IncomingHttpHeaders[] = [];
const server = createServer((request, response) => {
  // May arrive after its test.
  if (request.url === "/never") return;
  received.push(request.headers);
  const status = Number(/^\/(\d{3})$/.exec(request.url!)?.[1] ?? 200);
  if (status === 302) response.setHeader("location", "/moved");
  response.writeHead(status).end("x".repeat(10));
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;

beforeEach(() => {
  recorder.reset();
  received.length = 0;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
  [context, propagation, trace].forEach((api) => api.disable());
});

const within = <Result>(run: (span: Span) => Promise<Result>): Promise<Result> =>
  trace.getTracer("test").startActiveSpan("request", (span) => run(span).finally(() => span.end()));

/** Spans of requests that `run` makes inside a traced request. */
async function callsOf(run: () => Promise<unknown>, options: FetchOptions = {}) {
  const stop = traceFetches(options);
  try {
    const request = await within(async (span) => (await run(), span.spanContext()));
    return { request, calls: recorder.getFinishedSpans().filter(({ name }) => name !== "request") };
  } finally {
    stop();
  }
}

const get = async (path: string, init?: RequestInit) =>
  (await fetch(`http://${host}${path}`, init)).text();

test("a call is a client span of its request and propagates its context", async () => {
  const { request, calls } = await callsOf(() =>
    get("/items?token=never-recorded", { method: "POST", body: "{}" }),
  );
  const [call] = calls;
  expect(call).toMatchObject({
    name: `POST ${host}`,
    kind: 2,
    parentSpanContext: { spanId: request.spanId },
  });
  expect(call!.attributes).toEqual({
    "http.request.method": "POST",
    "http.response.status_code": 200,
    "server.address": "127.0.0.1",
    "server.port": Number(host.split(":")[1]),
    "url.full": `http://${host}/items`,
  });
  expect(received.map(({ traceparent }) => traceparent)).toEqual([
    `00-${request.traceId}-${call!.spanContext().spanId}-01`,
  ]);
});

test("concurrent calls each have a span", async () => {
  const { calls } = await callsOf(() => Promise.all(["/a", "/b", "/c"].map((path) => get(path))));
  expect(calls.map((call) => String(call.attributes["url.full"])).toSorted()).toEqual(
    ["/a", "/b", "/c"].map((path) => `http://${host}${path}`),
  );
  expect(new Set(received.map(({ traceparent }) => traceparent)).size).toBe(3);
});

test.each([
  [200, 0],
  [404, 0],
  [403, 2],
  [500, 2],
])("a response with %i has status %i", async (answer, status) => {
  const { calls } = await callsOf(() => get(`/${answer}`));
  expect(calls.map((call) => call.status.code)).toEqual([status]);
  expect(calls[0]!.attributes["error.type"]).toBe(status === 2 ? String(answer) : undefined);
});

test("a redirect is two calls", async () => {
  const { calls } = await callsOf(() => get("/302"));
  expect(calls.map((call) => call.attributes["http.response.status_code"])).toEqual([302, 200]);
});

test("an unreachable server is named by the reason", async () => {
  const closed = createServer().listen(0, "127.0.0.1");
  await once(closed, "listening");
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  const { calls } = await callsOf(() => fetch(`http://127.0.0.1:${port}/`).catch(() => undefined));
  expect(calls).toHaveLength(1);
  expect(calls[0]).toMatchObject({
    events: [],
    status: { code: 2 },
    attributes: { "server.port": port },
  });
  expect(calls[0]!.attributes["error.type"]).toBe("ECONNREFUSED");
});

test("an aborted call did not fail; a timed-out one did", async () => {
  const aborted = new AbortController();
  setTimeout(() => aborted.abort(), 20);
  const given = await callsOf(() =>
    get("/never", { signal: aborted.signal }).catch(() => undefined),
  );
  expect(given.calls.map((call) => call.status.code)).toEqual([0]);
  recorder.reset();
  const late = await callsOf(() =>
    get("/never", { signal: AbortSignal.timeout(20) }).catch(() => undefined),
  );
  expect(
    late.calls.map(({ status, attributes }) => [status.code, attributes["error.type"]]),
  ).toEqual([[2, "TimeoutError"]]);
});

test("excluded servers get no header, and paths with tokens are omitted", async () => {
  const { calls } = await callsOf(() => get("/reset/1234"), {
    propagateTo: () => false,
    paths: "route",
  });
  expect(received[0]!.traceparent).toBeUndefined();
  expect(calls[0]!.attributes["url.full"]).toBe(`http://${host}`);
});

test("an existing traceparent is kept as the only one", async () => {
  const traceparent = `00-${"a".repeat(32)}-${"b".repeat(16)}-01`;
  await callsOf(() => get("/items", { headers: { traceparent } }));
  expect(received[0]!.traceparent).toBe(traceparent);
});

test("outside a trace or with tracing suppressed, nothing is recorded or added", async () => {
  const stop = traceFetches();
  await get("/items");
  await within(() => context.with(suppressTracing(ROOT_CONTEXT), () => get("/items")));
  stop();
  await within(() => get("/items"));
  expect(recorder.getFinishedSpans().map(({ name }) => name)).toEqual(["request", "request"]);
  expect(received.map(({ traceparent }) => traceparent)).toEqual([undefined, undefined, undefined]);
});
