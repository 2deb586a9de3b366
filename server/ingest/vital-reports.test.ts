import { expect, test } from "vitest";
import type { JsonObject } from "#server/domain/json.ts";
import type { VitalReport } from "#server/domain/vital/vital.ts";
import { receivedAt, sampleKey, send } from "#server/ingest/sentry/sample.fixture.ts";

const traceId = "e7b53d461fe943b0b78fa0ca072c0032";
const pageLoad = "9dd0fa952a0cecd9";
const start = receivedAt / 1_000 - 10;
const phone =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131 Mobile Safari/537.36";

async function reportsOf(
  body: string,
  url?: string,
  headers: { [name: string]: string } = {},
): Promise<VitalReport[]> {
  const outcome = await send(body, {
    headers: { "user-agent": phone, ...headers },
    ...(url && { url }),
  });
  if (!("items" in outcome)) throw new Error(String(outcome.body));
  return outcome.items.flatMap((item) => (item.kind === "spans" ? (item.vitals ?? []) : []));
}

const envelope = (type: string, payload: JsonObject) =>
  reportsOf([{}, { type }, payload].map((each) => JSON.stringify(each)).join("\n"));

const valueOf = (value: unknown) =>
  typeof value === "number" ? { doubleValue: value } : { stringValue: value };
const pairsOf = (attributes: { [key: string]: unknown }) =>
  Object.entries(attributes).map(([key, value]) => ({ key, value: valueOf(value) }));

function events(
  resource: { [key: string]: unknown },
  ...told: { [key: string]: unknown }[]
): Promise<VitalReport[]> {
  const logRecords = told.map((attributes, index) => ({
    timeUnixNano: `${receivedAt - 1_000 + index}000000`,
    eventName: "browser.web_vital",
    attributes: pairsOf(attributes),
  }));
  const logs = {
    resourceLogs: [{ resource: { attributes: pairsOf(resource) }, scopeLogs: [{ logRecords }] }],
  };
  return reportsOf(JSON.stringify(logs), "/v1/logs", {
    "content-type": "application/json",
    authorization: `Bearer ${sampleKey}`,
  });
}

const vital = (name: string, value: unknown, more: object = {}) => ({
  "browser.web_vital.name": name,
  "browser.web_vital.value": value,
  "browser.web_vital.id": `v5-${name}`,
  ...more,
});

test("OpenTelemetry's events are read each time; storage keeps the last per ID", async () => {
  const resource = {
    "service.name": "shop browser",
    "service.version": "1.4.2",
    "deployment.environment.name": "production",
  };
  const page = { "http.route": "shop/:product", "url.path": "/shop/lamp" };
  const common = {
    service: "shop browser",
    release: "1.4.2",
    environment: "production",
    device: "mobile",
  };
  expect(await events(resource, vital("lcp", 1_200, page), vital("lcp", 2_600.5, page))).toEqual([
    {
      ...common,
      vital: "lcp",
      value: 1_200,
      id: "v5-lcp",
      route: "/shop/:product",
      at: receivedAt - 1_000,
    },
    {
      ...common,
      vital: "lcp",
      value: 2_600.5,
      id: "v5-lcp",
      route: "/shop/:product",
      at: receivedAt - 999,
    },
  ]);
});

test.each(["web-vital", "browser.web_vital"])(
  "the earlier form of %s without prefixes",
  async (eventName) => {
    const attributes = { name: "INP", value: 72, id: "v4-1", rating: "good", "url.path": "/cart" };
    const logRecords = [
      { timeUnixNano: `${receivedAt}000000`, eventName, attributes: pairsOf(attributes) },
    ];
    const body = JSON.stringify({
      resourceLogs: [{ resource: { attributes: [] }, scopeLogs: [{ logRecords }] }],
    });
    const headers = { "content-type": "application/json", authorization: `Bearer ${sampleKey}` };
    const [report] = await reportsOf(body, "/v1/logs", headers);
    expect(report).toMatchObject({ vital: "inp", value: 72, id: "v4-1", route: "/cart" });
  },
);

test("a page without a route is named by its normalized path", async () => {
  const [report] = await events(
    {},
    vital("TTFB", 80, { "url.full": "https://shop.example/orders/42?token=x" }),
  );
  expect(report).toMatchObject({ vital: "ttfb", route: "/orders/:id" });
});

test("only impossible values are dropped", async () => {
  const absurd = [
    vital("lcp", -1),
    vital("inp", Number.MAX_VALUE),
    vital("cls", 101),
    vital("fid", 3),
  ];
  const reports = await events(
    {},
    ...absurd,
    vital("fcp", "fast"),
    vital("fcp", 3_600_001),
    vital("cls", 0.25),
  );
  expect(reports.map(({ vital: name, value }) => [name, value])).toEqual([["cls", 0.25]]);
});

const span = (
  name: string,
  spanId: string,
  attributes: { [key: string]: string | number },
  more: object = {},
) => ({
  trace_id: traceId,
  span_id: spanId,
  name,
  start_timestamp: start,
  end_timestamp: start,
  status: "ok",
  attributes: Object.fromEntries(
    Object.entries(attributes).map(([key, value]) => [key, { value }]),
  ),
  ...more,
});

test("@sentry/browser 11: a page load and later spans are one visit", async () => {
  const op = (name: string) => ({
    "sentry.op": name,
    "sentry.release": "web@1",
    "sentry.environment": "staging",
  });
  const late = {
    ...op("ui.webvital.lcp"),
    "sentry.pageload.span_id": pageLoad,
    "sentry.transaction": "Pageload",
  };
  const loaded = {
    "browser.web_vital.ttfb.value": 9,
    "browser.web_vital.fcp.value": 56,
    "url.path": "/orders/42",
  };
  const reports = await envelope("span", {
    version: 2,
    items: [
      span("Pageload", pageLoad, { ...op("pageload"), ...loaded }, { is_segment: true }),
      span("Largest contentful paint", "a".repeat(16), {
        ...late,
        "browser.web_vital.lcp.value": 90,
      }),
      span(
        "Click",
        "b".repeat(16),
        { "sentry.op": "ui.interaction.click", "browser.web_vital.inp.value": 64 },
        {
          parent_span_id: pageLoad,
        },
      ),
    ],
  });
  const visit = `${traceId}-${pageLoad}`;
  expect(reports.map(({ vital: name, value, id, route }) => [name, value, id, route])).toEqual([
    ["fcp", 56, `${visit}-fcp`, "/orders/:id"],
    ["ttfb", 9, `${visit}-ttfb`, "/orders/:id"],
    ["lcp", 90, `${visit}-lcp`, ""],
    ["inp", 64, `${visit}-inp`, ""],
  ]);
  expect(reports[0]).toMatchObject({
    visit,
    service: "server",
    release: "web@1",
    environment: "staging",
    at: start * 1_000,
  });
  expect(new Set(reports.map((report) => report.visit))).toEqual(new Set([visit]));
});

test("@sentry/browser 10: measurements in any unit, and standalone vitals", async () => {
  const trace = { trace_id: traceId, span_id: pageLoad, op: "pageload" };
  const [lcp, cls] = await envelope("transaction", {
    type: "transaction",
    transaction: "/orders/:id",
    transaction_info: { source: "route" },
    platform: "javascript",
    start_timestamp: start,
    timestamp: start + 1,
    contexts: { trace },
    measurements: {
      lcp: { value: 1.5, unit: "second" },
      cls: { value: 0.125, unit: "" },
      fp: { value: 9 },
    },
  });
  expect(lcp).toMatchObject({
    vital: "lcp",
    value: 1_500,
    route: "/orders/:id",
    service: "browser",
  });
  expect(cls).toMatchObject({ vital: "cls", value: 0.125 });
  const [alone] = await envelope("span", {
    trace_id: traceId,
    span_id: "c".repeat(16),
    op: "ui.webvital.lcp",
    start_timestamp: start,
    timestamp: start,
    data: { "sentry.pageload.span_id": pageLoad, transaction: "/orders/:id" },
    measurements: { lcp: { value: 2_000, unit: "millisecond" } },
  });
  expect(alone, "takes the earlier one's place").toMatchObject({
    id: lcp!.id,
    value: 2_000,
    route: "/orders/:id",
  });
});

test("a server's spans report no vitals", async () => {
  const trace = { trace_id: traceId, span_id: pageLoad, op: "http.server" };
  const measurements = { ttfb: { value: 5, unit: "millisecond" } };
  const times = { start_timestamp: start, timestamp: start + 1 };
  expect(
    await envelope("transaction", {
      type: "transaction",
      ...times,
      contexts: { trace },
      measurements,
    }),
  ).toEqual([]);
});

test("vitals that OpenTelemetry distributions report as spans", async () => {
  const spansOf = (scope: string, ...spans: object[]) => ({
    scope: { name: scope },
    spans: spans.map((each, index) => ({
      traceId,
      spanId: `${scope.length % 7}${index + 1}`.repeat(8),
      name: "x",
      kind: 1,
      startTimeUnixNano: `${receivedAt}000000`,
      endTimeUnixNano: `${receivedAt}000000`,
      ...each,
    })),
  });
  const of = (attributes: object) => ({ attributes: pairsOf({ ...attributes }) });
  const honeycomb = spansOf(
    "@honeycombio/instrumentation-web-vitals",
    {
      name: "LCP",
      ...of({
        "lcp.value": 812.5,
        "lcp.id": "v5-1",
        "page.url": "https://shop.example/orders/42?a=b",
      }),
    },
    { name: "CLS", ...of({ "cls.value": 0.25, "cls.id": "v5-2", "url.path": "/cart" }) },
    {
      name: "LCP",
      ...of({ "lcp.value": 5, "lcp.id": "v5-3", "lcp.navigation_type": "soft-navigation" }),
    },
  );
  const splunk = spansOf("splunk-webvitals", {
    name: "webvitals",
    ...of({ inp: 72, "location.href": "https://a.example/cart" }),
  });
  const other = spansOf("shop", { name: "LCP", ...of({ "lcp.value": 3, inp: 4 }) });
  const body = JSON.stringify({
    resourceSpans: [{ resource: { attributes: [] }, scopeSpans: [honeycomb, splunk, other] }],
  });
  const headers = { "content-type": "application/json", authorization: `Bearer ${sampleKey}` };
  const reports = await reportsOf(body, "/v1/traces", headers);
  expect(reports.map(({ vital: name, value, id, route }) => [name, value, id, route])).toEqual([
    ["lcp", 812.5, "v5-1", "/orders/:id"],
    ["cls", 0.25, "v5-2", "/cart"],
    ["inp", 72, expect.stringMatching(/-inp$/), "/cart"],
  ]);
  expect(new Set(reports.map(({ device }) => device))).toEqual(new Set(["mobile"]));
});
