import { expect, test } from "vitest";
import type { SpanId } from "#server/domain/ids.ts";
import type { ScannedSpan, SpanWords } from "#server/domain/trace/terms/scanned-span.ts";
import { scannedSpan } from "#server/domain/trace/terms/scanned-span.fixture.ts";
import { patternOfTarget } from "#server/domain/trace/route-tree/entry-route.ts";
import { operationsOf } from "./operation-of.ts";

const parentSpanId = "00000000000000aa" as SpanId;

type Sample = Partial<Omit<ScannedSpan, "words">> & { words?: Partial<SpanWords> };

function span({ words, ...more }: Sample): ScannedSpan {
  return scannedSpan({
    spanId: "00000000000000ab" as SpanId,
    name: "GET /shop/:id",
    kind: "server",
    startedAtNs: 1_795_236_863_000_000_000n,
    endedAtNs: 1_795_236_863_012_500_000n,
    service: "web",
    words: words as SpanWords | undefined,
    ...more,
  });
}

const told = (sample: Sample) =>
  operationsOf(span(sample)).map(({ kind, route }) => `${kind} ${route}`);
const inBrowser = { isBrowser: true, kind: "internal" } as const;

test.each<[string, Sample, string[]]>([
  ["a server's span", { route: "/shop/:id" }, ["server /shop/:id"]],
  ["one whose caller is elsewhere", { parentSpanId, parentIsRemote: true }, ["server /shop/:id"]],
  ["one that does not say where its caller is", { parentSpanId }, ["server /shop/:id"]],
  ["one within its process", { parentSpanId, parentIsRemote: false }, []],
  ["a message taken", { kind: "consumer", name: "process mails" }, ["consumer process mails"]],
  [
    "a message taken within its process",
    { kind: "consumer", parentSpanId, parentIsRemote: false },
    [],
  ],
  ["a message sent", { kind: "producer", name: "send mails" }, []],
  ["a call", { kind: "client" }, []],
  ["a job", { kind: "internal", name: "nightly" }, ["task nightly"]],
  ["a part of a job", { kind: "internal", name: "step", parentSpanId }, []],
  ["an event of a browser", { kind: "internal", name: "browser.web_vital lcp" }, []],
  ["a click in a browser", { ...inBrowser, name: "click" }, []],
])("%s", (_, sample, expected) => expect(told(sample)).toEqual(expected));

test.each<[string, Sample, string[]]>([
  [
    "our document load",
    { name: "document load", route: "/", words: { kind: "document" } },
    ["document /"],
  ],
  [
    "OpenTelemetry's",
    { name: "documentLoad", parentSpanId, parentIsRemote: true },
    ["document documentLoad"],
  ],
  ["Sentry's", { name: "/cart", words: { op: "pageload" } }, ["document /cart"]],
  [
    "its part",
    { name: "/cart", words: { op: "pageload" }, parentSpanId, parentIsRemote: false },
    [],
  ],
  [
    "hydration",
    { name: "hydrate", route: "/", parentSpanId, parentIsRemote: false },
    ["hydration /"],
  ],
  [
    "a navigation",
    { name: "navigate /a", route: "/a", words: { kind: "navigation" } },
    ["navigation /a"],
  ],
  [
    "a step back",
    { name: "history /a", route: "/a", words: { kind: "history" } },
    ["navigation /a"],
  ],
  ["Sentry's navigation", { name: "/a", words: { op: "navigation" } }, ["navigation /a"]],
  ["a form", { name: "submit /a", route: "/a", words: { kind: "navigation" } }, ["submit /a"]],
  [
    "a fetcher's form",
    { name: "fetcher submit /a", route: "/a", words: { kind: "fetcher-submit" } },
    ["submit /a"],
  ],
  [
    "a fetcher",
    { name: "fetcher load /a", route: "/a", words: { kind: "fetcher-load" } },
    ["fetch /a"],
  ],
  [
    "loading anew",
    { name: "revalidate /a", route: "/a", words: { kind: "revalidation" } },
    ["fetch /a"],
  ],
  [
    "React Router's route discovery",
    { kind: "server", name: "GET /__manifest", route: "/__manifest" },
    [],
  ],
  ["the same by its name, under a base path", { kind: "server", name: "GET /shop/__manifest" }, []],
  [
    "a client loader",
    { name: "client loader a", words: { kind: "client-loader", routeId: "a" } },
    [],
  ],
  [
    "a navigation to what was loaded beforehand",
    { name: "navigate /a", route: "/a", words: { kind: "navigation", isPrefetched: true } },
    ["navigation /a", "prefetched /a"],
  ],
])("in a browser, %s", (_, sample, expected) =>
  expect(told({ ...inBrowser, ...sample })).toEqual(expected),
);

test.each<[string, Sample, string[]]>([
  [
    "ours",
    { name: "loader routes/cart", words: { kind: "loader", routeId: "routes/cart" } },
    ["loader routes/cart"],
  ],
  [
    "an action",
    { name: "action root", words: { kind: "action", routeId: "root" } },
    ["action root"],
  ],
  [
    "Remix's",
    { name: "LOADER routes/cart", words: { routeId: "routes/cart" } },
    ["loader routes/cart"],
  ],
  [
    "Sentry's, of kind server",
    { kind: "server", name: "Server Loader", words: { op: "function.react_router.loader" } },
    ["loader Server Loader"],
  ],
  ["middleware", { name: "middleware root", words: { kind: "middleware", routeId: "root" } }, []],
])("a route's loaders and actions: %s", (_, sample, expected) =>
  expect(told({ kind: "internal", parentSpanId, parentIsRemote: false, ...sample })).toEqual(
    expected,
  ),
);

test("documents and prefetches are counted beside their requests", () => {
  const words = { request: "document" };
  expect(told({ words })).toEqual(["server /shop/:id", "page /shop/:id"]);
  expect(told({ words: { request: "data" } })).toEqual(["server /shop/:id"]);
  expect(told({ words: { ...words, isPrefetch: true } })).toEqual([
    "server /shop/:id",
    "prefetch /shop/:id",
  ]);
});

test("revalidation after an action has its own duration", () => {
  const words = { kind: "fetcher-submit", revalidatedMs: 4 };
  expect(operationsOf(span({ ...inBrowser, name: "fetcher submit", route: "/a", words }))).toEqual([
    { kind: "submit", route: "/a", durationMs: 12.5 },
    { kind: "revalidated", route: "/a", durationMs: 4 },
  ]);
});

test.each<[string, Sample, string]>([
  ["its name", { name: "GET /users/18" }, "/users/:id"],
  ["its name, a whole address", { name: "GET https://shop.example/users/18?tab=a" }, "/users/:id"],
  ["its path", { name: "GET", pathPattern: patternOfTarget("/users/18") }, "/users/:id"],
  [
    "its address",
    { name: "HTTP GET", pathPattern: patternOfTarget("https://shop.example/users/18?tab=a#top") },
    "/users/:id",
  ],
  [
    "its path, where its name says nothing of it",
    { name: "server", pathPattern: patternOfTarget("/files/9.data") },
    "/files/:id",
  ],
  ["its route, whatever its path", { name: "GET", route: "/u/18", pathPattern: "/u/:id" }, "/u/18"],
  [
    "its name, given by hand",
    { name: "Checkout 48213", pathPattern: "/c/:id", words: { nameSource: "custom" } },
    "Checkout :id",
  ],
])("a request is filed under %s", (_, sample, route) =>
  expect(told(sample)).toEqual([`server ${route}`]),
);

test("a page load is filed by URL, a job by name without IDs", () => {
  const pathPattern = patternOfTarget("https://shop.example/users/18?tab=a");
  expect(told({ ...inBrowser, name: "documentLoad", pathPattern })).toEqual([
    "document /users/:id",
  ]);
  expect(told({ kind: "internal", name: "import order 48213", pathPattern })).toEqual([
    "task import order :id",
  ]);
});

test("requests of one route are separated by method", () => {
  const methods = (sample: Sample) =>
    operationsOf(span(sample)).map(({ kind, method }) => [kind, method]);
  expect(methods({ name: "/cart", method: "POST" })).toEqual([["server", "POST"]]);
  expect(methods({ name: "POST /cart" })).toEqual([["server", "POST"]]);
  expect(methods({ name: "rpc.Cart/Get" })).toEqual([["server", undefined]]);
  expect(methods({ method: "GET", words: { request: "document" } })).toEqual([
    ["server", "GET"],
    ["page", undefined],
  ]);
});

test("a route is filed under one pattern, whatever names it", () => {
  const names = [
    "GET /shop/:id",
    "/shop/:id",
    "POST /shop/:id/",
    "GET /shop/:id.data",
    "GET /shop/:id?page=2",
  ];
  expect(new Set(names.flatMap((name) => told({ name })))).toEqual(new Set(["server /shop/:id"]));
  const roots = ["GET /", "GET /_root.data", "GET /_.data"];
  expect(new Set(roots.flatMap((name) => told({ name })))).toEqual(new Set(["server /"]));
  expect(told({ name: "GET", route: "/shop/:id.data" })).toEqual(["server /shop/:id"]);
});
