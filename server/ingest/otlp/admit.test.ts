import { Buffer } from "node:buffer";
import * as zlib from "node:zlib";
import { expect, test } from "vitest";
import type { IngestRequest } from "#server/ingest/request.ts";
import { isIngestPath } from "#server/ingest/sentry/endpoint.ts";
import { revokedKey, sampleKey } from "#server/ingest/sentry/sample.fixture.ts";
import { encodeTraces, postOtlp, sampleSpan, traceHex } from "./sample.fixture.ts";
import { WireReader } from "./wire/wire.ts";

const body = encodeTraces([sampleSpan(1), sampleSpan(2)]);
const headers = { "content-type": "application/x-protobuf", authorization: `Bearer ${sampleKey}` };
const json = { ...headers, "content-type": "application/json; charset=utf-8" };

test.each([
  "/v1/traces",
  "/v1/traces/",
  "/v1/logs",
  "/v1/metrics",
  "/api/42/otlp/v1/traces",
  "/api/42/integration/otlp/v1/logs/",
])("%s is an endpoint", async (path) => {
  expect(isIngestPath(path)).toBe(true);
  expect(await postOtlp(new Uint8Array(), { url: path })).toMatchObject({
    projectId: 42,
    reply: { status: 200 },
  });
});

test.each(["/v1/trace", "/v1/traces/x", "/api/0/otlp/v1/traces", "/v1/", "/shop/traces"])(
  "%s is not",
  (path) => {
    expect(isIngestPath(path)).toBe(false);
  },
);

test("spans are admitted by trace, without a message on success", async () => {
  const outcome = await postOtlp(body);
  expect(outcome).toMatchObject({
    projectId: 42,
    reply: { status: 200, headers: { "content-type": "application/x-protobuf" } },
    items: [
      { kind: "spans", category: "span", parts: [{ traceId: traceHex, spans: { length: 2 } }] },
    ],
  });
  expect("reply" in outcome && outcome.reply.body).toEqual(new Uint8Array());
  const empty = await postOtlp("{}", { headers: json });
  expect(empty).toMatchObject({
    reply: { status: 200, headers: { "content-type": "application/json" }, body: "{}" },
    items: [],
  });
});

test.each([
  ["gzip", zlib.gzipSync(body)],
  ["zstd", zlib.zstdCompressSync(body)],
  ["deflate", zlib.deflateSync(body)],
  ["br", zlib.brotliCompressSync(body)],
  ["identity", body],
  ["", body],
])("a body in %s is accepted", async (encoding, compressed) => {
  const outcome = await postOtlp(compressed, {
    headers: { ...headers, "content-encoding": encoding },
  });
  expect(outcome).toMatchObject({ reply: { status: 200 }, items: [{ kind: "spans" }] });
});

test.each([
  ["a bearer's key", { headers }],
  [
    "x-sentry-auth",
    {
      headers: {
        "content-type": json["content-type"].split(";")[0]!,
        "x-sentry-auth": `sentry sentry_key=${sampleKey}`,
      },
      body: Buffer.from("{}"),
    },
  ],
  [
    "the query",
    {
      headers: { "content-type": "application/x-protobuf" },
      url: `/v1/traces?sentry_key=${sampleKey}`,
    },
  ],
  ["two that agree", { headers, url: `/api/42/otlp/v1/traces?sentry_key=${sampleKey}` }],
])("%s names the project", async (_, changes) => {
  expect(await postOtlp(body, changes)).toMatchObject({ projectId: 42, reply: { status: 200 } });
});

const anonymous = { "content-type": "application/json" };
const big = zlib.gzipSync(Buffer.alloc(17 * 1024 * 1024));

test.each<[string, Partial<IngestRequest>, number, RegExp]>([
  ["no key", { headers: anonymous }, 401, /Authorization: Bearer KEY/],
  [
    "a key of nobody",
    { headers: { ...anonymous, authorization: `Bearer ${"a".repeat(32)}` } },
    403,
    /the key a+/,
  ],
  [
    "a revoked key",
    { headers: { ...anonymous, authorization: `Bearer ${revokedKey}` } },
    403,
    /revoked/,
  ],
  ["another project's path", { headers: json, url: "/api/43/otlp/v1/traces" }, 403, /project 43/],
  [
    "keys that disagree",
    { headers: json, url: `/v1/traces?sentry_key=${"b".repeat(32)}` },
    401,
    /disagree/,
  ],
  [
    "a type that is neither",
    { headers: { ...json, "content-type": "text/plain" } },
    415,
    /application\/x-protobuf, application\/json/,
  ],
  ["no type", { headers: { authorization: headers.authorization } }, 415, /no content type/],
  [
    "an encoding that is none",
    { headers: { ...json, "content-encoding": "snappy" } },
    415,
    /gzip.*zstd/,
  ],
  ["GET", { headers: json, method: "GET" }, 405, /POST/],
  ["JSON that is none", { headers: json, body: Buffer.from('{"resourceSpans":') }, 400, /byte 17/],
  [
    "more than the limit",
    { headers: { ...json, "content-encoding": "gzip" }, body: big },
    413,
    /16 MiB/,
  ],
  [
    "more than the limit, plain",
    { headers: json, body: Buffer.alloc(17 * 1024 * 1024, " ") },
    413,
    /16 MiB/,
  ],
  [
    "a body cut off",
    { headers: { ...json, "content-encoding": "gzip" }, body: zlib.gzipSync(body).subarray(0, 30) },
    400,
    /incomplete/,
  ],
])("%s is refused as a JSON Status", async (_, changes, status, says) => {
  const reply = await postOtlp(changes.body ?? "{}", changes);
  expect(reply).toMatchObject({ status, headers: { "content-type": "application/json" } });
  const said = JSON.parse(String("status" in reply && reply.body)) as {
    code: number;
    message: string;
  };
  expect(said).toEqual({ code: expect.any(Number), message: expect.stringMatching(says) });
});

test("a refusal uses the request's format and is counted for known senders", async () => {
  const reply = await postOtlp(Buffer.of(0x0a, 0x09, 0x01));
  expect(reply).toMatchObject({
    status: 400,
    headers: { "content-type": "application/x-protobuf" },
    refused: {
      projectId: 42,
      items: [{ outcome: "invalid", category: "span", reason: "malformed" }],
    },
  });
  const reader = new WireReader("status" in reply ? (reply.body as Uint8Array) : new Uint8Array());
  expect([reader.tag(), reader.uint32(), reader.tag(), reader.text()]).toEqual([
    8,
    3,
    18,
    expect.stringMatching(/byte 1 in resourceSpans/),
  ]);
});

test("invalid spans are reported as rejected in both formats", async () => {
  const spans = [sampleSpan(1), sampleSpan(2, { traceId: Buffer.alloc(16) })];
  const outcome = await postOtlp(encodeTraces(spans));
  if (!("items" in outcome)) throw new Error("refused");
  expect(outcome.items).toMatchObject([
    { kind: "spans", parts: [{ spans: { length: 1 } }] },
    { kind: "counted", outcome: "invalid", category: "span", quantity: 1 },
  ]);
  const reader = new WireReader(outcome.reply.body as Uint8Array);
  expect([
    reader.tag(),
    reader.uint32() > 10,
    reader.tag(),
    reader.uint32(),
    reader.tag(),
    reader.text(),
  ]).toEqual([10, true, 8, 1, 18, "1 spans have no valid trace ID or span ID."]);
  const text = `{"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"00","spanId":"01"}]}]}]}`;
  const again = await postOtlp(text, { headers: json });
  expect("reply" in again && JSON.parse(String(again.reply.body))).toEqual({
    partialSuccess: {
      rejectedSpans: "1",
      errorMessage: expect.stringContaining("no valid trace ID"),
    },
  });
});

test("a request with too many spans is accepted up to the limit", async () => {
  const spans = Array.from({ length: 100_020 }, (_, index) => ({
    traceId: Buffer.alloc(16, 7),
    spanId: idOf(index + 1),
  }));
  const outcome = await postOtlp(encodeTraces(spans));
  expect(outcome).toMatchObject({
    items: [{ kind: "spans" }, { outcome: "limited", quantity: 20 }],
  });
});

function idOf(number: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32BE(number);
  return bytes;
}

test("metrics are accepted, counted by data point, and not stored", async () => {
  const metric = (name: string, points: number) =>
    `{"name":"m","${name}":{"dataPoints":[${Array(points).fill("{}").join()}]}}`;
  const text = `{"resourceMetrics":[{"scopeMetrics":[{"metrics":[${metric("gauge", 2)},${metric("sum", 1)},${metric("exponentialHistogram", 3)}]}]}]}`;
  const outcome = await postOtlp(text, { url: "/v1/metrics", headers: json });
  expect(outcome).toMatchObject({
    reply: { status: 200 },
    items: [{ outcome: "unsupported", category: "metric", quantity: 6 }],
  });
  expect("reply" in outcome && JSON.parse(String(outcome.reply.body))).toMatchObject({
    partialSuccess: { rejectedDataPoints: "6" },
  });
});

test("late rejections are reported in the request's format", async () => {
  const outcome = await postOtlp("{}", { headers: json });
  const reply =
    "refuse" in outcome &&
    outcome.refuse!({ problem: "unavailable", detail: "The disk is full.", retryAfterS: 5 });
  expect(reply).toMatchObject({
    status: 503,
    headers: { "retry-after": "5" },
    body: '{"code":14,"message":"The disk is full."}',
  });
});
