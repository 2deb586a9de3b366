import { Buffer } from "node:buffer";
import { expect, test } from "vitest";
import { termTexts } from "#server/domain/trace/terms/part-terms.ts";
import type { SpanWords } from "#server/domain/trace/terms/scanned-span.ts";
import { decodeSpans } from "#server/ingest/otlp/decode/decode.ts";
import { encodeWith, type Plain } from "#server/ingest/otlp/messages.fixture.ts";
import {
  attributesOf,
  encodeTraces,
  sampleSpan,
  spanIdBytes,
  traceHex,
  tracesOf,
} from "#server/ingest/otlp/sample.fixture.ts";
import { scanSpans } from "./scan.ts";

const limits = { requestSpans: 10, requestExceptions: 10 };
const scan = (spans: Plain[]) => scanSpans(encodeTraces(spans), limits);

test("a span's facts and terms come from its fields, attributes, and resource", () => {
  const attributes = attributesOf({
    "http.method": "GET",
    "http.route": "orders/:id",
    "http.status_code": 503,
    "app.plan": "pro",
    "react_router.kind": "request",
    "react_router.prefetch": true,
    "react_router.revalidated_ms": "soon",
  });
  const { parts } = scan([
    sampleSpan(7, { attributes, parentSpanId: spanIdBytes(9), flags: 0x301 }),
  ]);
  const [span] = parts[0]!.spans;
  expect(parts[0]!.traceId).toBe(traceHex);
  expect(span).toEqual({
    spanId: "0000000000000007",
    parentSpanId: "0000000000000009",
    parentIsRemote: true,
    name: "GET /orders/:id",
    kind: "server",
    startedAtNs: 1_795_236_865_953_830_701n,
    endedAtNs: 1_795_236_865_963_830_701n,
    status: "error",
    service: "shop",
    environment: "production",
    release: "1.4.2",
    route: "/orders/:id",
    pathPattern: undefined,
    method: "GET",
    isBrowser: false,
    words: expect.objectContaining({ kind: "request", isPrefetch: true }) as SpanWords,
  });
  expect(span!.words!.revalidatedMs).toBeUndefined();
  expect(termTexts(parts[0]!.terms).toSorted()).toEqual([
    "\u0001marked=1",
    "app.plan=pro",
    "environment=production",
    "http.request.method=GET",
    "http.response.status_code=503",
    "kind=server",
    "name=GET /orders/:id",
    "react_router.kind=request",
    "react_router.prefetch=true",
    "react_router.revalidated_ms=soon",
    "release=1.4.2",
    "route=/orders/:id",
    "service=shop",
    "status=error",
  ]);
});

test("spans with invalid IDs are counted, and the rest is kept", () => {
  const nothing = Buffer.alloc(8);
  const { parts, invalid } = scan([
    sampleSpan(1),
    sampleSpan(2, { traceId: Buffer.alloc(16) }),
    sampleSpan(3, { traceId: Buffer.from("ab", "hex") }),
    sampleSpan(4, { spanId: nothing }),
    sampleSpan(5, { spanId: Buffer.alloc(9, 1) }),
    { ...sampleSpan(6), spanId: Buffer.alloc(0) },
    sampleSpan(7, { parentSpanId: nothing }),
  ]);
  expect(invalid).toBe(5);
  expect(parts[0]!.spans.map(({ spanId, parentSpanId }) => [spanId, parentSpanId])).toEqual([
    ["0000000000000001", undefined],
    ["0000000000000007", undefined],
  ]);
  expect(decodeSpans([parts[0]!.bytes])[1]).not.toHaveProperty("parentSpanId");
});

test("spans are sorted by trace, and each part contains only its own", () => {
  const other = { traceId: Buffer.alloc(16, 0xee) };
  const { parts } = scan([
    sampleSpan(1),
    sampleSpan(2, other),
    sampleSpan(3),
    sampleSpan(4, other),
  ]);
  const ids = parts.map(({ bytes }) =>
    decodeSpans([bytes]).map(({ traceId, spanId }) => [traceId.slice(0, 2), spanId.at(-1)]),
  );
  expect(ids).toEqual([
    [
      ["5b", "1"],
      ["5b", "3"],
    ],
    [
      ["ee", "2"],
      ["ee", "4"],
    ],
  ]);
});

test("of duplicate spans the first counts, and those above the limit are counted", () => {
  const twice = scan([
    sampleSpan(1, { name: "first" }),
    sampleSpan(2),
    sampleSpan(1, { name: "second" }),
  ]);
  expect(twice).toMatchObject({ duplicates: 1, parts: [{ spans: [{ name: "first" }, {}] }] });
  expect(decodeSpans([twice.parts[0]!.bytes]).map(({ name }) => name)).toEqual([
    "first",
    "GET /orders/:id",
  ]);
  const many = scan(Array.from({ length: 13 }, (_, index) => sampleSpan(index + 1)));
  expect(many).toMatchObject({ beyond: 3 });
  expect(many.parts[0]!.spans).toHaveLength(10);
});

test("a span cannot end before it starts", () => {
  const { parts } = scan([sampleSpan(1, { endTimeUnixNano: "5" })]);
  const [span] = parts[0]!.spans;
  expect(span!.endedAtNs).toBe(span!.startedAtNs);
  expect(decodeSpans([parts[0]!.bytes])[0]!.endedAtNs).toBe(span!.startedAtNs);
});

test("a resource after its spans applies too, and unknown fields are skipped", () => {
  const whole = Buffer.from(encodeWith("TracesData", tracesOf([sampleSpan(1)])));
  const inner = whole.subarray(whole[1]! < 0x80 ? 2 : 3);
  const resourceLength = inner[1]! + 2;
  const [resource, scopes] = [inner.subarray(0, resourceLength), inner.subarray(resourceLength)];
  const unknown = [Buffer.of(0x7a, 2, 1, 2), Buffer.of(0x78, 5), Buffer.of(0x7b, 0x08, 1, 0x7c)];
  const legacy = Buffer.concat([Buffer.of(0xc2, 0x3e, 3), Buffer.of(1, 2, 3)]);
  const body = Buffer.concat([...unknown, scopes, legacy, resource]);
  const { parts } = scanSpans(
    Buffer.concat([Buffer.of(0x0a, (body.length & 0x7f) | 0x80, body.length >> 7), body]),
    limits,
  );
  expect(parts[0]).toMatchObject({ spans: [{ service: "shop", environment: "production" }] });
  expect(decodeSpans([parts[0]!.bytes])).toMatchObject([
    { service: "shop", name: "GET /orders/:id" },
  ]);
});

test("a part can be filtered again", () => {
  const [part] = scan([sampleSpan(1), sampleSpan(2), sampleSpan(3)]).parts;
  const sifted = scanSpans(part!.bytes, limits, (spanId) => !spanId.endsWith("2"));
  expect(sifted.parts[0]!.spans.map(({ spanId }) => spanId.at(-1))).toEqual(["1", "3"]);
  expect(decodeSpans([sifted.parts[0]!.bytes])).toHaveLength(2);
  expect(scanSpans(part!.bytes, limits, () => false).parts).toEqual([]);
});

test("a secret is neither a name nor a term", () => {
  const attributes = attributesOf({ "shop.note": "Bearer abcDEF123ghi456" });
  const [part] = scan([
    sampleSpan(1, { name: "GET https://jane@s.example/?sig=abc", attributes }),
  ]).parts;
  const [span] = decodeSpans([part!.bytes]);
  expect([part!.spans[0]!.name, span!.name]).toEqual(
    Array(2).fill("GET https://[Filtered]@s.example/?sig=[Filtered]"),
  );
  expect(termTexts(part!.terms).join()).not.toMatch(/abc|jane/);
});

test("unnamed services are one", () => {
  const named = (name: string) =>
    encodeWith("TracesData", tracesOf([sampleSpan(1)], { "service.name": name }));
  const services = ["unknown_service:/usr/bin/node", "", "shop"].map(
    (name) => scanSpans(named(name), limits).parts[0]!,
  );
  expect(services.map(({ spans }) => spans[0]!.service)).toEqual([
    "unknown_service",
    "unknown_service",
    "shop",
  ]);
  expect(services.map(({ bytes }) => decodeSpans([bytes])[0]!.service)).toEqual([
    "unknown_service",
    "unknown_service",
    "shop",
  ]);
});

test("all events of a span with an exception are passed on", () => {
  const events = ["exception", "retried", "exception", "gave up"].map((name, index) => ({
    name,
    timeUnixNano: String(1795236865953830701n + BigInt(index)),
    attributes: attributesOf({ "exception.type": "TypeError", note: "x".repeat(200) }),
  }));
  const { parts, exceptional } = scan([sampleSpan(1, { events }), sampleSpan(2)]);
  expect(parts[0]!.spans).toHaveLength(2);
  expect(exceptional.map((span) => span.events.map(({ name }) => name))).toEqual([
    events.map(({ name }) => name),
  ]);
});
