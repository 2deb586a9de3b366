import { performance } from "node:perf_hooks";
import type { SpanId, TraceId } from "#server/domain/ids.ts";
import type { Span } from "#server/domain/trace/span.ts";
import { summarize } from "#server/domain/trace/listing/summary-of.ts";
import { decodeSpans } from "#server/ingest/otlp/decode/decode.ts";
import { encodeSpans } from "#server/ingest/otlp/wire/encode.ts";
import { toWire } from "#server/ingest/otlp/wire/json.ts";
import { matchesQuery } from "#server/ingest/otlp/decode/matches.ts";
import { Chance, decodeWith } from "#server/ingest/otlp/messages.fixture.ts";
import { scanSpans } from "./scan.ts";
import { tracesData } from "#server/ingest/otlp/wire/schema.ts";

const noFacts = { durationMs: 0, spans: 0, errors: 0 };

// Run manually: `node server/ingest/otlp/scan/scan.bench.ts`. Typical spans of a shop: a server span and queries with twelve attributes each, ten spans per trace.

const chance = new Chance(1);
const limits = { requestSpans: 1e6, requestExceptions: 1_000 };

const resource = {
  "service.name": "shop",
  "service.version": "1.4.2",
  "deployment.environment.name": "production",
  "telemetry.sdk.name": "opentelemetry",
  "telemetry.sdk.language": "nodejs",
  "host.name": "web-1",
  "process.pid": 4_242,
  "service.instance.id": chance.bytes(16).toString("hex"),
};

function serverAttributes(number: number): Span["attributes"] {
  return {
    "http.request.method": "GET",
    "url.path": `/orders/${number}`,
    "url.scheme": "http",
    "http.route": chance.pick(["/", "/orders/:id", "/shop/:category", "/cart"]),
    "http.response.status_code": 200,
    "server.address": "shop.example",
    "server.port": 443,
    "client.address": `10.0.0.${number % 255}`,
    "user_agent.original": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36",
    "network.protocol.version": "1.1",
    "app.tenant": chance.pick(["a", "b", "c"]),
    "url.full": `https://shop.example/orders/${number}`,
  };
}

function queryAttributes(number: number): Span["attributes"] {
  return {
    "db.system.name": "postgresql",
    "db.namespace": "shop",
    "db.operation.name": "SELECT",
    "db.collection.name": chance.pick(["orders", "items", "users"]),
    "db.query.text": `SELECT * FROM orders WHERE id = $1 AND tenant = ${number}`,
    "db.query.summary": "SELECT orders",
    "server.address": "db",
    "server.port": 5_432,
    "db.response.returned_rows": number % 50,
    "code.function.name": "loadOrder",
    "react_router.route.id": chance.pick(["root", "routes/shop", "routes/cart"]),
    "thread.id": 1,
  };
}

function shopSpans(count: number): Span[] {
  const spans: Span[] = [];
  let traceId = "" as TraceId;
  for (let number = 0; number < count; number++) {
    const isRoot = number % 10 === 0;
    if (isRoot) traceId = chance.bytes(16).toString("hex") as TraceId;
    const startedAtNs = 1_795_236_865_953_830_701n + BigInt(number * 1_000);
    const parentSpanId = spans[number - (number % 10)]?.spanId;
    spans.push({
      traceId,
      spanId: chance.bytes(8).toString("hex") as SpanId,
      ...(!isRoot && parentSpanId && { parentSpanId, parentIsRemote: false }),
      name: isRoot ? "GET /orders/:id" : "SELECT orders",
      kind: isRoot ? "server" : "client",
      service: "shop",
      startedAtNs,
      endedAtNs: startedAtNs + 100_000n,
      status: "unset",
      attributes: isRoot ? serverAttributes(number) : queryAttributes(number),
      events: [],
      links: [],
      resource,
    });
  }
  return spans;
}

/** The median of nine rounds, in microseconds of this thread per span. */
function measure(name: string, count: number, run: () => unknown): void {
  const perRound = Math.ceil(60_000 / count);
  const rounds = Array.from({ length: 9 }, () => {
    const start = performance.now();
    for (let index = 0; index < perRound; index++) run();
    return ((performance.now() - start) * 1_000) / perRound / count;
  });
  const us = rounds.toSorted((a, b) => a - b)[4]!;
  console.log(
    `${name.padEnd(28)} ${us.toFixed(2)} µs a span  ${Math.round(1e6 / us).toLocaleString("en")} spans/s`,
  );
}

for (const count of [100, 512, 10_000]) {
  const spans = shopSpans(count);
  const bytes = encodeSpans(spans);
  const { parts } = scanSpans(bytes, limits);
  const json = Buffer.from(JSON.stringify(asJson(bytes)));
  console.log(
    `\n${count} spans a request, ${Math.round(bytes.length / count)} bytes each, ${Math.round(json.length / count)} as JSON`,
  );
  measure("scan with terms", count, () => scanSpans(bytes, limits));
  measure("summaries", count, () => parts.map((part) => summarize(part.traceId, part.spans)));
  measure("JSON to wire and scan", count, () =>
    scanSpans(toWire(json, tracesData) as Uint8Array, limits),
  );
  measure("JSON.parse alone", count, () => JSON.parse(json.toString()));
  measure("encode", count, () => encodeSpans(spans));
  measure("decode all", count, () => decodeSpans(parts.map((part) => part.bytes)));
  measure("search for what is not there", count, () =>
    parts.map((part) =>
      matchesQuery(
        [part.bytes],
        { terms: [{ key: "user.id", value: "nobody", negated: false }], words: [] },
        noFacts,
      ),
    ),
  );
  measure("protobufjs, reflection", count, () => decodeWith("TracesData", bytes));
}

/** As written by an exporter. */
function asJson(bytes: Uint8Array): unknown {
  return JSON.parse(
    JSON.stringify(decodeWith("TracesData", bytes), (key, value: unknown) => {
      const data = (value as { data?: number[] } | null)?.data;
      if (data === undefined) return value;
      return Buffer.from(data).toString(key.endsWith("Id") ? "hex" : "base64");
    }),
  );
}
