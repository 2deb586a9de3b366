import { expect, test } from "vitest";
import type { ErrorEvent } from "#server/domain/event/error-event.ts";
import type { SpanId } from "#server/domain/ids.ts";
import { defaultSettings, type FilterSettings } from "#server/domain/project/settings.ts";
import type { Attributes, Span, SpanKind } from "#server/domain/trace/span.ts";
import { readUserAgent } from "#server/domain/user-agent/remember-user-agents.ts";
import { sampleEvent, sampleReceipt } from "#server/ingest/sentry/sample.fixture.ts";
import { readErrorEvent } from "#server/ingest/sentry/event/read-error-event.ts";
import { threadMs } from "#tests/harness/faults/thread-time.ts";
import { eventFilterOf } from "./event-filter.ts";
import { patternLengthMax, patternsMax, patternTest, wildcardsMax } from "./pattern-list.ts";
import { spanFilterOf } from "./span-filter.ts";
import { isLegacyBrowser, isLocalAddress } from "./visitor-filter.ts";

const off = defaultSettings.filters;
const on = (...names: (keyof FilterSettings)[]) => ({
  ...off,
  ...Object.fromEntries(names.map((name) => [name, true])),
});

const webkit = "AppleWebKit/537.36 (KHTML, like Gecko)";
const googlebot = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
const chrome = (version: number) =>
  `Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/${version}.0.0.0 Safari/537.36`;

const eventOf = (changes: object): ErrorEvent =>
  readErrorEvent({ ...sampleEvent, ...changes }, sampleReceipt, []);
const reasonOf = (filters: FilterSettings, changes: object, userAgent?: string) =>
  eventFilterOf(filters)?.(
    eventOf(changes),
    userAgent === undefined ? undefined : readUserAgent(userAgent),
  );

const thrownBy = (...files: [file: string, inApp: boolean][]) => ({
  platform: "javascript",
  exception: {
    values: [
      {
        type: "TypeError",
        value: "t is undefined",
        stacktrace: {
          frames: files.map(([filename, in_app]) => ({
            filename,
            abs_path: filename,
            lineno: 1,
            in_app,
          })),
        },
      },
    ],
  },
});
const ofExtension = thrownBy(["chrome-extension://abcdefgh/content.js", false]);

test("without filters nothing is checked", () => {
  expect(eventFilterOf(off)).toBeUndefined();
  expect(eventFilterOf(on("healthChecks"))).toBeUndefined();
});

test.each([
  ["browserExtensions", ofExtension, "browser extension"],
  [
    "browserExtensions",
    thrownBy(["chrome-extension://abc/a.js", false], ["https://shop.example/app.js", true]),
    undefined,
  ],
  [
    "browserExtensions",
    { message: "x", exception: { values: [{ value: "window.webkit.messageHandlers is gone" }] } },
    "browser extension",
  ],
  ["localhost", { request: { url: "http://localhost:5173/cart" } }, "localhost"],
  ["localhost", { request: { url: "http://shop.localhost/" } }, "localhost"],
  ["localhost", { request: { url: "http://[::1]:3000/" } }, "localhost"],
  ["localhost", { request: { url: "https://localhost.example.com/" } }, undefined],
  ["webCrawlers", ofExtension, undefined],
] as const)("%s, %j: %s", (filter, changes, reason) => {
  expect(reasonOf(on(filter), changes)).toBe(reason);
  expect(reasonOf({ ...off, releases: ["no such"] }, changes)).toBeUndefined();
});

test.each([
  ["webCrawlers", googlebot, "web crawler"],
  ["webCrawlers", chrome(140), undefined],
  ["webCrawlers", "Mozilla/5.0 (Linux; Android 9; CUBOT X19) Chrome/100.0.0.0 Mobile", undefined],
  ["legacyBrowsers", chrome(79), "legacy browser"],
  ["legacyBrowsers", chrome(80), undefined],
  [
    "legacyBrowsers",
    "Mozilla/5.0 (Windows NT 6.1; WOW64; Trident/7.0; rv:11.0) like Gecko",
    "legacy browser",
  ],
  ["legacyBrowsers", googlebot, undefined],
] as const)("%s, %s: %s", (filter, userAgent, reason) => {
  expect(reasonOf(on(filter), {}, userAgent)).toBe(reason);
});

test("an embedded browser counts as itself", () => {
  expect(
    isLegacyBrowser({
      browser: { name: "Chrome", version: "60.0.0" },
      os: { name: "iOS" },
      isCrawler: false,
    }),
  ).toBe(false);
  expect(
    isLegacyBrowser({
      browser: { name: "Safari", version: "13.0" },
      os: { name: "iOS" },
      isCrawler: false,
    }),
  ).toBe(true);
  expect(isLegacyBrowser({ browser: { name: "Safari" }, isCrawler: false })).toBe(false);
  expect(isLocalAddress(undefined)).toBe(false);
  expect(isLocalAddress("/cart")).toBe(false);
});

test("messages and releases match globs without case", () => {
  const failed = {
    exception: { values: [{ type: "PaymentError", value: "card 4711 declined" }] },
    release: "shop@1.2.3-beta",
  };
  for (const pattern of ["*declined", "PAYMENTERROR: card*", "paymenterror", "card ???? declined"])
    expect(reasonOf({ ...off, messages: [pattern] }, failed)).toBe("message pattern");
  expect(reasonOf({ ...off, messages: ["declined"] }, failed)).toBeUndefined();
  expect(reasonOf({ ...off, messages: ["hello*"] }, { message: "Hello there" })).toBe(
    "message pattern",
  );
  expect(reasonOf({ ...off, releases: ["*-beta", "x"] }, failed)).toBe("release pattern");
  expect(reasonOf({ ...off, releases: ["shop@2.*"] }, failed)).toBeUndefined();
});

test("the worst allowed patterns are cheap on the worst text", () => {
  const pattern = "*a".repeat(wildcardsMax).padEnd(patternLengthMax, "a").replace(/a$/, "b");
  const isLike = patternTest(Array.from({ length: patternsMax }, () => pattern))!;
  const texts = ["a".repeat(100_000), `${"a".repeat(498)}bb`];
  const before = threadMs();
  for (let time = 0; time < 5; time++) expect(isLike(texts)).toBe(false);
  expect((threadMs() - before) / 5).toBeLessThan(100);
});

let nextId = 1;
const span = (
  kind: SpanKind,
  attributes: Attributes,
  parent?: Span,
  changes: Partial<Span> = {},
): Span => ({
  traceId: "a".repeat(32) as never,
  spanId: (nextId++).toString(16).padStart(16, "0") as SpanId,
  name: "work",
  kind,
  service: "shop",
  startedAtNs: 1n,
  endedAtNs: 2n,
  status: "unset",
  events: [],
  links: [],
  attributes,
  resource: { "service.name": "shop" },
  ...(parent && { parentSpanId: parent.spanId }),
  ...changes,
});

test.each([
  [{ "url.path": "/healthz" }, true],
  [{ "http.route": "/_health/" }, true],
  [{ "url.path": "/api/ready" }, true],
  [{ "url.full": "http://10.0.0.7:8080/healthz?verbose=1" }, true],
  [{ "user_agent.original": "kube-probe/1.29", "url.path": "/" }, true],
  [{ "url.path": "/health/records" }, false],
  [{ "url.path": "/signup" }, false],
])("a request of %j is a health check: %s", (attributes, isOne) => {
  const request = span("server", attributes);
  const found = spanFilterOf(on("healthChecks"), readUserAgent)([request]);
  expect(found.get(request.spanId)).toBe(isOne ? "health check" : undefined);
});

test("a health check is dropped with its descendants only", () => {
  const check = span("server", { "url.path": "/up" });
  const query = span("client", {}, check);
  const inner = span("internal", {}, query);
  const page = span("server", { "url.path": "/cart" });
  const call = span("client", { "url.full": "http://api/up" }, page);
  const found = spanFilterOf(on("healthChecks"), readUserAgent)([inner, query, check, page, call]);
  expect([...found.keys()].toSorted()).toEqual(
    [check, query, inner].map(({ spanId }) => spanId).toSorted(),
  );
});

test("spans of crawlers, old browsers, local pages, and releases", () => {
  const filters = { ...on("webCrawlers", "legacyBrowsers", "localhost"), releases: ["*-dev"] };
  const spans = [
    span("server", { "user_agent.original": googlebot }),
    span("internal", {}, undefined, { resource: { "user_agent.original": chrome(60) } }),
    span("internal", { "url.full": "http://127.0.0.1:5173/" }),
    span("server", {}, undefined, { resource: { "service.version": "1.0-dev" } }),
    span("server", { "user_agent.original": chrome(140) }),
    span("server", { "server.address": "localhost:3000", "url.path": "/" }),
    span("client", { "server.address": "localhost" }),
    span("server", { "server.address": "localhost", "url.full": "https://shop.example/" }),
  ];
  const found = spanFilterOf(filters, readUserAgent)(spans);
  expect(spans.map(({ spanId }) => found.get(spanId))).toEqual([
    "web crawler",
    "legacy browser",
    "localhost",
    "release pattern",
    undefined,
    "localhost",
    undefined,
    undefined,
  ]);
});

test("circular and long chains of parents are handled", () => {
  const filter = spanFilterOf(on("healthChecks"), readUserAgent);
  const [a, b] = [span("internal", {}), span("internal", {})];
  a.parentSpanId = b.spanId;
  b.parentSpanId = a.spanId;
  expect(filter([a, b]).size).toBe(0);
  const chain = [span("server", { "url.path": "/ping" })];
  for (let depth = 0; depth < 20_000; depth++) chain.push(span("internal", {}, chain.at(-1)));
  expect(filter(chain.toReversed()).size).toBe(chain.length);
});

test("route discovery is dropped on the server and kept in the browser", () => {
  const filter = spanFilterOf(off, readUserAgent);
  const discovery = { "url.path": "/__manifest", "http.route": "/" };
  const asked = span("client", { "url.full": "http://shop/__manifest?paths=%2Fshop" });
  const request = span("server", discovery, asked);
  const handler = span("internal", {}, request);
  const page = span("internal", { "sentry.op": "pageload" });
  const part = span(
    "client",
    { "url.full": "http://shop/__manifest?p=/", "sentry.origin": "auto.http.browser" },
    page,
  );
  const remix = span(
    "server",
    { "url.full": "http://shop/__manifest?p=%2F", "http.route": "product/:product" },
    part,
  );
  const cart = span("server", { "url.path": "/cart" });
  const found = filter([asked, request, handler, page, part, remix, cart]);
  const lost = [asked, request, handler, remix].map(
    ({ spanId }) => [spanId, "route discovery"] as const,
  );
  expect(found).toEqual(new Map(lost));
});
