import { expect, test } from "vitest";
import type { JsonObject } from "#server/domain/json.ts";
import type { Span } from "#server/domain/trace/span.ts";
import { decodeSpans } from "#server/ingest/otlp/decode/decode.ts";
import type { AdmittedItem } from "#server/ingest/request.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import { failNavigations, rememberFailedLoads } from "./failed-navigations.ts";
import { receivedAt, send } from "#server/ingest/sentry/sample.fixture.ts";

const traceId = "e7b53d461fe943b0b78fa0ca072c0032";
const start = receivedAt / 1_000 - 10;

async function admitted(
  type: string,
  payload: JsonObject,
  headers: JsonObject = {},
  userAgent = "",
): Promise<AdmittedItem[]> {
  const body = [headers, { type }, payload].map((each) => JSON.stringify(each)).join("\n");
  const outcome = await send(body, {
    headers: userAgent === "" ? {} : { "user-agent": userAgent },
  });
  if (!("items" in outcome)) throw new Error(String(outcome.body));
  return outcome.items;
}

async function spansOf(
  ...[type, payload, headers, userAgent]: Parameters<typeof admitted>
): Promise<Span[]> {
  const items = await admitted(type, payload, headers, userAgent);
  return decodeSpans(
    items.flatMap((item) => (item.kind === "spans" ? item.parts.map(({ bytes }) => bytes) : [])),
  );
}

const transaction = (changes: JsonObject = {}, trace: JsonObject = {}): JsonObject => ({
  type: "transaction",
  transaction: "GET /orders/:id",
  transaction_info: { source: "route" },
  start_timestamp: start,
  timestamp: "2026-11-21T04:59:50.250123Z",
  platform: "node",
  contexts: {
    trace: {
      trace_id: traceId,
      span_id: "9dd0fa952a0cecd9",
      op: "http.server",
      status: "ok",
      ...trace,
    },
  },
  ...changes,
});

const child = (changes: JsonObject): JsonObject => ({
  trace_id: traceId,
  span_id: "afbd6dd081fb69c2",
  parent_span_id: "9dd0fa952a0cecd9",
  start_timestamp: start + 0.1,
  timestamp: start + 0.2,
  ...changes,
});

test("a transaction is a root and its spans", async () => {
  const spans = await spansOf("transaction", {
    ...transaction({
      tags: { plan: "pro" },
      request: { url: "https://shop.example/orders/7", method: "GET" },
      measurements: { ttfb: { value: 12.5, unit: "millisecond" } },
      release: "1.4.2",
      environment: "production",
      server_name: "web-1",
      sdk: { name: "sentry.javascript.node", version: "10.75.2" },
      spans: [
        child({
          op: "db",
          description: "SELECT orders",
          data: { "db.system": "postgresql" },
          origin: "auto.db",
        }),
      ],
    }),
  });
  expect(spans).toMatchObject([
    {
      traceId,
      spanId: "9dd0fa952a0cecd9",
      name: "GET /orders/:id",
      kind: "server",
      service: "server",
      startedAtNs: 1_795_237_190_000_000_000n,
      endedAtNs: 1_795_237_190_250_123_000n,
      status: "ok",
      attributes: {
        "sentry.op": "http.server",
        "http.route": "/orders/:id",
        "http.request.method": "GET",
        "url.full": "https://shop.example/orders/7",
        "sentry.measurements.ttfb": 12.5,
        plan: "pro",
      },
      resource: {
        "service.name": "server",
        "service.version": "1.4.2",
        "deployment.environment.name": "production",
        "host.name": "web-1",
        "telemetry.sdk.name": "sentry.javascript.node",
        "telemetry.sdk.language": "nodejs",
      },
    },
    {
      spanId: "afbd6dd081fb69c2",
      parentSpanId: "9dd0fa952a0cecd9",
      parentIsRemote: false,
      kind: "client",
      startedAtNs: 1_795_237_190_100_000_000n,
      attributes: {
        "db.query.text": "SELECT orders",
        "db.system.name": "postgresql",
        "sentry.origin": "auto.db",
      },
    },
  ]);
});

test("a transaction counts as one outcome; spans without IDs are counted", async () => {
  const items = await admitted(
    "transaction",
    transaction({ spans: [child({ span_id: "no" }), child({ start_timestamp: null })] }),
  );
  expect(items).toMatchObject([
    {
      kind: "spans",
      category: "transaction",
      parts: [{ spans: { length: 1 }, summary: { root: { route: "/orders/:id" } } }],
    },
    { kind: "counted", outcome: "invalid", category: "span", quantity: 2 },
  ]);
});

test("a transaction's parent is remote", async () => {
  const [root] = await spansOf(
    "transaction",
    transaction({}, { parent_span_id: "aaaaaaaaaaaaaaaa" }),
  );
  expect(root).toMatchObject({ parentSpanId: "aaaaaaaaaaaaaaaa", parentIsRemote: true });
});

test.each([
  ["http.server", "not_found", "unset"],
  ["http.server", "internal_error", "error"],
  ["http.client", "not_found", "error"],
  ["db", "deadline_exceeded", "error"],
  ["db", "cancelled", "unset"],
  ["db", "ok", "ok"],
  ["db", null, "unset"],
])("%s that ended %s is %s", async (op, status, expected) => {
  const [root] = await spansOf("transaction", transaction({}, { op, status }));
  expect(root!.status).toBe(expected);
});

test.each([
  [
    "http.client",
    "GET https://api.example/a",
    "client",
    { "http.request.method": "GET", "url.full": "https://api.example/a" },
  ],
  ["queue.process", "mails", "consumer", {}],
  ["queue.publish", "mails", "producer", {}],
  ["cache.get", "key", "client", {}],
  ["ui.render", "Cart", "internal", {}],
  ["db.sql.query", "SELECT 1", "client", { "db.query.text": "SELECT 1" }],
])("%s “%s” is %s", async (op, description, kind, attributes) => {
  const [, span] = await spansOf(
    "transaction",
    transaction({ spans: [child({ op, description })] }),
  );
  expect(span).toMatchObject({ kind, name: description, attributes });
});

test.each([
  [
    "a named service",
    transaction({ platform: "javascript" }, { data: { "service.name": "checkout" } }),
    "",
    "checkout",
  ],
  [
    "a browser's platform",
    transaction({ platform: "javascript", sdk: { name: "sentry.javascript.react-router" } }),
    "",
    "browser",
  ],
  [
    "a server's platform",
    transaction({ platform: "node", sdk: { name: "sentry.javascript.react-router" } }),
    "Mozilla/5.0",
    "server",
  ],
  [
    "a browser's SDK",
    transaction({ platform: null, sdk: { name: "sentry.javascript.react" } }),
    "",
    "browser",
  ],
  [
    "a browser's request",
    transaction({ platform: null, sdk: { name: "sentry.javascript.react-router" } }),
    "Mozilla/5.0",
    "browser",
  ],
  ["nothing", transaction({ platform: null }), "Mozilla/5.0", "server"],
])("the service is read from %s", async (_, payload, userAgent, service) => {
  const [root] = await spansOf("transaction", payload, {}, userAgent);
  expect(root).toMatchObject({ service, resource: { "service.name": service } });
});

const item = (
  changes: JsonObject,
  attributes: { [key: string]: string | number } = {},
): JsonObject => ({
  trace_id: traceId,
  span_id: "9dd0fa952a0cecd9",
  name: "Pageload",
  start_timestamp: start,
  end_timestamp: start + 0.5,
  is_segment: true,
  status: "ok",
  attributes: Object.fromEntries(
    Object.entries(attributes).map(([key, value]) => [key, { value, type: typeof value }]),
  ),
  ...changes,
});

test.each([
  [{ "http.route": "orders/:id", "url.path": "/orders/7" }, "/orders/:id"],
  [{ "url.path": "/orders/7" }, "/orders/7"],
  [{}, "Pageload"],
])("a page load with %j is called %s", async (attributes, name) => {
  const [span] = await spansOf("span", {
    version: 2,
    items: [item({}, { "sentry.op": "pageload", ...attributes })],
  });
  expect(span).toMatchObject({ name, attributes });
});

test("a container's spans share a resource and lose its values", async () => {
  const common = {
    "sentry.release": "1.4.2",
    "sentry.environment": "production",
    "sentry.sdk.name": "sentry.javascript.browser",
    "sentry.trace_lifecycle": "stream",
  };
  const items = [
    item({ parent_span_id: "bbbbbbbbbbbbbbbb" }, { ...common, "sentry.op": "navigation" }),
    item(
      {
        span_id: "1".repeat(16),
        parent_span_id: "9dd0fa952a0cecd9",
        is_segment: false,
        name: "GET x",
        status: "error",
      },
      { ...common, "sentry.op": "http.client", "sentry.status.message": "not_found" },
    ),
  ];
  const spans = await spansOf("span", { version: 2, items });
  expect(
    spans.map(({ service, parentIsRemote, status, statusMessage }) => ({
      service,
      parentIsRemote,
      status,
      statusMessage,
    })),
  ).toEqual([
    { service: "browser", parentIsRemote: true, status: "ok", statusMessage: undefined },
    { service: "browser", parentIsRemote: false, status: "error", statusMessage: "not_found" },
  ]);
  expect(Object.keys(spans[0]!.attributes)).toEqual(["sentry.op"]);
  expect(spans[0]!.resource).toBe(spans[1]!.resource);
  expect(spans[0]!.resource).toMatchObject({
    "service.version": "1.4.2",
    "deployment.environment.name": "production",
  });
});

test("a standalone span is stored too", async () => {
  const payload = child({
    op: "ui.webvital.lcp",
    description: "img",
    measurements: { lcp: { value: 900, unit: "millisecond" } },
  });
  const [span] = await spansOf("span", payload, {
    sdk: { name: "sentry.javascript.browser", version: "10.1.0" },
  });
  expect(span).toMatchObject({
    service: "browser",
    name: "img",
    attributes: { "sentry.measurements.lcp": 900 },
  });
});

test("a clock off by hours is corrected", async () => {
  const hour = 3_600;
  const payload = transaction({
    start_timestamp: start - 2 * hour,
    timestamp: start + 1 - 2 * hour,
  });
  const [root] = await spansOf("transaction", payload, {
    sent_at: new Date(receivedAt - 2 * hour * 1_000).toISOString(),
  });
  expect(root!.startedAtNs).toBe(1_795_237_190_000_000_000n);
});

let deep: JsonObject | string = "bottom";
for (let depth = 0; depth < 3_000; depth++) deep = { deep };

test.each<[string, JsonObject]>([
  ["nothing in it", {}],
  ["a trace that is none", transaction({ contexts: { trace: [] } })],
  ["spans that are none", transaction({ spans: [null, 7, "x", [], {}] })],
  ["times that are none", transaction({ start_timestamp: "yesterday", timestamp: {} })],
  ["times beyond measure", transaction({ start_timestamp: 1e300, timestamp: -1 })],
  ["an end before its start", transaction({ timestamp: start - 5 })],
  [
    "attributes of every shape",
    transaction(
      { tags: [["a", 1], null], request: 7, measurements: [] },
      { data: { deep, __proto__: 1, n: null, l: [[[]]] } },
    ),
  ],
  [
    "items that are none",
    {
      version: 2,
      items: [
        null,
        7,
        { attributes: [] },
        item({ attributes: { a: null, b: 7, c: { value: {} } } }),
      ],
    },
  ],
])("with %s nothing throws", async (_, payload) => {
  for (const type of ["transaction", "span"]) {
    for (const span of await spansOf(type, payload))
      expect(span.endedAtNs >= span.startedAtNs).toBe(true);
  }
});

test("a navigation fails with a load of an earlier envelope", () => {
  const [load, navigation] = ["error", "ok"].map((status, index) => ({
    traceId,
    spanId: `${index}`.repeat(16),
    kind: "internal",
    status,
    name: "x",
    attributes: { "sentry.op": index === 0 ? "function.react_router.client_loader" : "navigation" },
    ...(index === 0 && { parentSpanId: "1".repeat(16) }),
  })) as unknown as [Span, Span];
  const earlier = rememberFailedLoads();
  const [here, elsewhere] = [42, 7] as ProjectId[];
  failNavigations([load], earlier, here);
  failNavigations([navigation], earlier, elsewhere);
  expect(navigation.status).toBe("ok");
  failNavigations([navigation], earlier, here);
  expect(navigation.status).toBe("error");
});

test("a navigation fails with its requests, but not by a thrown 404", async () => {
  const url = "https://shop.example/shop/product/7.data";
  const request = (data: JsonObject) =>
    child({ op: "http.client", description: "GET", data: { url, ...data } });
  const loader = (status: string) =>
    child({ op: "function.react_router.client_loader", description: "/shop", status });
  const navigation = async (...spans: JsonObject[]) => {
    const found = await spansOf(
      "transaction",
      transaction({ spans, platform: "javascript" }, { op: "navigation" }),
    );
    return found.map(({ status }) => status);
  };
  expect(await navigation(request({ "http.response.status_code": 500 }))).toEqual([
    "error",
    "error",
  ]);
  expect(
    await navigation({ ...request({ "http.response.status_code": 404 }), status: "not_found" }),
  ).toEqual(["ok", "ok"]);
  expect(await navigation(loader("internal_error"))).toEqual(["error", "error"]);
  expect(
    await navigation(
      loader("ok"),
      child({ op: "ui.react", status: "internal_error", span_id: "b".repeat(16) }),
    ),
  ).toEqual(["ok", "ok", "error"]);
});
