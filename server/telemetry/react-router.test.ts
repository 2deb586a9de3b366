import { SpanStatusCode } from "@opentelemetry/api";
import { createRequestHandler, data, redirect, type ServerBuild } from "react-router";
import { beforeEach, expect, test } from "vitest";
import { recordError } from "./failure.ts";
import { recordSpans } from "./recorded-spans.fixture.ts";
import { createInstrumentations } from "./react-router.ts";
import { currentTraceparent } from "./traceparent.ts";

const recorded = recordSpans();
beforeEach(() => recorded.reset());

const page = () => null;
const rendered: (string | undefined)[] = [];
const routes = {
  root: { id: "root", path: "", module: { default: page, loader: () => "root" } },
  shop: {
    id: "shop",
    parentId: "root",
    path: "shop",
    module: { default: page, middleware: [(_: unknown, next: () => unknown) => next()] },
  },
  product: {
    id: "product",
    parentId: "shop",
    path: ":product",
    module: { default: page, loader: productLoader },
  },
  feed: {
    id: "feed",
    parentId: "shop",
    path: "feed.xml",
    module: { loader: () => new Response("<feed/>") },
  },
};

function productLoader({ params }: { params: { product?: string } }): string {
  if (params.product === "broken") throw new TypeError("no price");
  if (params.product === "unknown") throw data("No such product", { status: 404 });
  if (params.product === "moved") throw redirect("/shop/lamp");
  return params.product!;
}

// A minimal build for React Router's request handler.
const build = {
  routes,
  assets: { routes: {}, entry: { module: "", imports: [] }, url: "", version: "1" },
  entry: {
    module: {
      instrumentations: createInstrumentations({ routes: () => routes }),
      handleError: recordError,
      default: (_request: Request, status: number, headers: Headers) => {
        rendered.push(currentTraceparent());
        return new Response("page", { status, headers });
      },
    },
  },
  routeDiscovery: { mode: "initial" },
  future: {},
  ssr: true,
  isSpaMode: false,
  prerender: [],
  publicPath: "/",
  assetsBuildDirectory: "",
} as unknown as ServerBuild;
const handle = createRequestHandler(build, "production");
const get = (path: string, headers = {}) =>
  handle(new Request(`http://shop.example${path}`, { headers }));

const spans = () => recorded.getFinishedSpans();
const named = (name: string) => spans().find((span) => span.name === name);

test("a request continues its caller's trace, with loaders in their tree", async () => {
  const [traceId, spanId] = ["a".repeat(32), "b".repeat(16)];
  await get("/shop/lamp", { traceparent: `00-${traceId}-${spanId}-01` });
  const request = named("GET /shop/:product")!;
  expect(request.spanContext().traceId).toBe(traceId);
  expect(request.parentSpanContext?.spanId).toBe(spanId);
  expect(request.attributes).toEqual({
    "http.request.method": "GET",
    "http.response.status_code": 200,
    "http.route": "/shop/:product",
    "url.path": "/shop/lamp",
    "url.scheme": "http",
  });
  expect(spans().map((span) => span.name)).toEqual([
    "loader root",
    "loader product",
    "middleware shop",
    "GET /shop/:product",
  ]);
  expect(named("loader product")!.attributes).toEqual({
    "react_router.kind": "loader",
    "react_router.route.id": "product",
    "react_router.route.path": ":product",
    "react_router.route.parent_id": "shop",
    "react_router.route.depth": 2,
  });
  expect(named("loader root")!.attributes).toMatchObject({ "react_router.route.depth": 0 });
  expect(named("loader product")!.parentSpanContext?.spanId).toBe(
    named("middleware shop")!.spanContext().spanId,
  );
});

test("a document names the request's span although rendered inside middleware", async () => {
  await get("/shop/lamp");
  const { traceId, spanId } = named("GET /shop/:product")!.spanContext();
  expect(rendered.at(-1)).toBe(`00-${traceId}-${spanId}-01`);
});

test("a page's data request has the same route", async () => {
  await get("/shop/lamp.data");
  expect(named("GET /shop/:product")?.attributes["url.path"]).toBe("/shop/lamp.data");
});

test("redirects and thrown data are responses", async () => {
  expect((await get("/shop/moved")).status).toBe(302);
  expect((await get("/shop/unknown")).status).toBe(404);
  expect(
    spans().filter((span) => span.status.code !== SpanStatusCode.UNSET || span.events.length > 0),
  ).toEqual([]);
});

test("a thrown error is recorded once on its loader", async () => {
  expect((await get("/shop/broken")).status).toBe(500);
  const told = spans().filter((span) => span.events.length > 0);
  expect(told.map((span) => span.name)).toEqual(["loader product"]);
  expect(told[0]!.events[0]!.attributes).toMatchObject({
    "exception.type": "TypeError",
    "exception.message": "no price",
    "exception.stacktrace": expect.stringContaining("productLoader"),
  });
  expect(named("GET /shop/:product")!.status.code).toBe(SpanStatusCode.ERROR);
});

test("an unmatched request has no route, and its path stays an attribute", async () => {
  await get("/nowhere");
  expect(named("GET")!.attributes).not.toHaveProperty("http.route");
});

test("a request names its kind (document, data, or other) and whether a click caused it", async () => {
  const browser = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
  await get("/shop/lamp", browser);
  await get("/shop/lamp.data", { "sec-purpose": "prefetch" });
  await get("/shop/feed.xml", browser);
  await get("/shop/moved", browser);
  await get("/shop/lamp", { accept: "*/*" });
  await get("/shop/lamp", { ...browser, purpose: "prefetch" });
  const asked = spans().filter((span) => span.name.startsWith("GET "));
  const facts = asked.map(({ attributes }) => [
    attributes["react_router.request"],
    attributes["react_router.prefetch"],
  ]);
  expect(facts).toEqual([
    ["document", undefined],
    ["data", true],
    [undefined, undefined],
    [undefined, undefined],
    [undefined, undefined],
    ["document", true],
  ]);
});
