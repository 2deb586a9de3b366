import { expect, test } from "vitest";
import { encodeSpans } from "#server/ingest/otlp/wire/encode.ts";
import { decodeSpans } from "#server/ingest/otlp/decode/decode.ts";
import { scanTraces } from "#server/ingest/otlp/scan/scan.ts";
import { defaultSettings, type FilterSettings } from "#server/domain/project/settings.ts";
import type { Attributes, Span, SpanKind } from "#server/domain/trace/span.ts";
import { createInboundFilters, withoutFiltered } from "./inbound-filters.ts";
import { defaultLimits } from "./limits.ts";
import type { AdmittedItem } from "./request.ts";
import { sampleReceipt } from "./sentry/sample.fixture.ts";
import { understand } from "./sentry/understand.ts";

const googlebot = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
const limits = { ...defaultLimits, filters: createInboundFilters() };

const left = (
  items: AdmittedItem[],
  changes: Partial<FilterSettings>,
  userAgent?: string,
): AdmittedItem[] => {
  const settings = { ...defaultSettings, filters: { ...defaultSettings.filters, ...changes } };
  return withoutFiltered(
    items,
    { ...sampleReceipt, ...(userAgent && { userAgent }) },
    { settings },
    limits,
  );
};

const lost = (category: string, reason: string, quantity = 1) => ({
  kind: "counted",
  outcome: "filtered",
  category,
  reason,
  quantity,
});

const eventId = "a".repeat(32);
const failed = (): AdmittedItem => ({
  kind: "event",
  payload: {
    event_id: eventId,
    platform: "python",
    message: "no price",
    request: { url: "https://shop.example/", headers: { "User-Agent": googlebot } },
  },
});

test("a filtered event is counted with its attachments; everything else stays", () => {
  const file = {
    name: "a",
    contentType: "text/plain",
    kind: "event.attachment",
    bytes: new Uint8Array(7),
  };
  const report: AdmittedItem = {
    kind: "counted",
    outcome: "lost-at-client",
    category: "error",
    reason: "sample_rate",
    quantity: 3,
  };
  const items: AdmittedItem[] = [
    failed(),
    { kind: "attachment", eventId: eventId as never, file },
    report,
  ];
  expect(left(items, { webCrawlers: true })).toEqual([
    lost("error", "web crawler"),
    lost("attachment", "web crawler", 7),
    report,
  ]);
  expect(left(items, {})).toEqual(items);
  expect(left(items, { healthChecks: true, legacyBrowsers: true })).toEqual(items);
});

test("a browser that sends its event is identified by its User-Agent", () => {
  const item: AdmittedItem = { kind: "event", payload: { platform: "javascript", message: "x" } };
  expect(left([item], { webCrawlers: true }, googlebot)).toEqual([lost("error", "web crawler")]);
  expect(left([item], { webCrawlers: true }, "node")).toEqual([item]);
});

test("checking an event does not change it", () => {
  const [asked] = left([failed()], {
    messages: ["no such"],
    localhost: true,
    browserExtensions: true,
  });
  if (asked?.kind !== "event") throw new Error("It was left out.");
  const plain = failed() as typeof asked;
  expect(understand(asked.payload, sampleReceipt)).toEqual(
    understand(plain.payload, sampleReceipt),
  );
});

const spanOf = (id: number, kind: SpanKind, attributes: Attributes, parent?: number): Span => {
  const idOf = (number: number) => number.toString(16).padStart(16, "0") as Span["spanId"];
  return {
    traceId: "b".repeat(32) as Span["traceId"],
    spanId: idOf(id),
    name: `span ${id}`,
    kind,
    service: "shop",
    startedAtNs: 1n,
    endedAtNs: 2n,
    status: "unset",
    attributes,
    events: [],
    links: [],
    resource: {},
    ...(parent !== undefined && { parentSpanId: idOf(parent) }),
  };
};

function partsOf(spans: Span[], category: "span" | "transaction" = "span"): AdmittedItem {
  return { kind: "spans", category, parts: scanTraces(encodeSpans(spans), limits).parts };
}

test("a health check is dropped with its spans only", () => {
  const check = [spanOf(1, "server", { "url.path": "/healthz" }), spanOf(2, "client", {}, 1)];
  const page = [spanOf(3, "server", { "url.path": "/cart" }), spanOf(4, "client", {}, 3)];
  expect(left([partsOf(check)], { healthChecks: true })).toEqual([lost("span", "health check", 2)]);
  const [kept, counted] = left([partsOf([...check, ...page])], { healthChecks: true });
  if (kept?.kind !== "spans") throw new Error("It was left out.");
  expect(decodeSpans(kept.parts.map(({ bytes }) => bytes)).map(({ name }) => name)).toEqual([
    "span 3",
    "span 4",
  ]);
  expect(kept.parts[0]!.summary.spanCount).toBe(2);
  expect(counted).toEqual(lost("span", "health check", 2));
  const both = partsOf([...check, ...page]);
  expect(left([both], { webCrawlers: true })).toEqual([both]);
});

test("a transaction counts once, whatever its spans", () => {
  const crawled = [
    spanOf(1, "server", { "user_agent.original": googlebot }),
    spanOf(2, "client", {}, 1),
  ];
  expect(left([partsOf(crawled, "transaction")], { webCrawlers: true })).toEqual([
    lost("transaction", "web crawler"),
  ]);
  expect(left([partsOf(crawled, "transaction")], { legacyBrowsers: true })).toHaveLength(1);
});

test("spans are filtered by release, and old browsers by index terms", () => {
  const release = { ...spanOf(1, "server", {}), resource: { "service.version": "shop@1.0-dev" } };
  expect(left([partsOf([release])], { releases: ["*-dev"] })).toEqual([
    lost("span", "release pattern"),
  ]);
  const old = spanOf(1, "server", {
    "user_agent.original": "Mozilla/5.0 (Windows NT 10.0) Chrome/60.0.0.0 Safari/537.36",
  });
  expect(left([partsOf([old])], { legacyBrowsers: true })).toEqual([
    lost("span", "legacy browser"),
  ]);
});

test("descendants of a filtered span are filtered in later requests", () => {
  const shared = { ...defaultLimits, filters: createInboundFilters() };
  const settings = {
    ...defaultSettings,
    filters: { ...defaultSettings.filters, healthChecks: true },
  };
  const leftOf = (spans: Span[], receipt = sampleReceipt) => {
    const { parts } = scanTraces(encodeSpans(spans), shared);
    const kept = withoutFiltered(
      [{ kind: "spans", category: "span", parts }],
      receipt,
      { settings },
      shared,
    );
    return decodeSpans(
      kept.flatMap((item) => (item.kind === "spans" ? item.parts.map(({ bytes }) => bytes) : [])),
    ).map(({ name }) => name);
  };
  expect(
    leftOf([spanOf(2, "server", { "url.path": "/healthz" }, 1), spanOf(3, "internal", {}, 2)]),
  ).toEqual([]);
  // Below the request, below its sibling spans, and next to it: the caller's own work.
  expect(
    leftOf([spanOf(4, "client", {}, 2), spanOf(5, "client", {}, 3), spanOf(6, "internal", {}, 1)]),
  ).toEqual(["span 6"]);
  expect(leftOf([spanOf(7, "client", {}, 5)])).toEqual([]);
  const elsewhere = { ...sampleReceipt, projectId: 7 as typeof sampleReceipt.projectId };
  expect(leftOf([spanOf(4, "client", {}, 2)], elsewhere)).toEqual(["span 4"]);
});
