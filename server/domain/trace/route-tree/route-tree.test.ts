import { expect, test } from "vitest";
import { analyzeTrace } from "#server/domain/trace/timing/analyze.ts";
import { type RouteTree, routeTreeAround, routeTrees } from "./route-tree.ts";
import { drawSpans, sampleSpan, sampleSpanId } from "#server/domain/trace/sample-spans.fixture.ts";

/** `route` as our instrumentation sends it: ID, path, parent, depth. */
function told(id: string, depth: number, parent?: string, path?: string): string {
  const place = `react_router.route.id=${id} react_router.route.depth=${depth}`;
  const parentId = parent ? ` react_router.route.parent_id=${parent}` : "";
  return `${place}${parentId}${path ? ` react_router.route.path=${path}` : ""}`;
}

const kind = (name: string) => `react_router.kind=${name}`;

test("a navigation shows nested routes, blocking, failures, and waits", () => {
  const [tree, ...others] = treesOf(`
    navigate /shop/:category/cart 0-420 @browser
      GET /shop/books/cart.data 2-410 @browser client
        GET /shop/:category/cart 5-405 @shop server http.route=/shop/:category/cart
          middleware root 6-404 ${kind("middleware")} ${told("root", 0)}
            loader root 8-26 ${kind("loader")} ${told("root", 0)}
            loader routes/shop 9-50 ${kind("loader")} ${told("routes/shop", 1, "root", "shop/:category")}
            loader routes/cart 9.5-402 ${kind("loader")} ${told("routes/cart", 2, "routes/shop", "cart")} !TypeError
            loader routes/cart.suggestions 9.6-212 ${kind("loader")} ${told("routes/cart.suggestions", 3, "routes/cart")}
              GET 20-200 client server.address=inventory
      client loader root 1-412 ${kind("client_loader")} ${told("root", 0)}`);
  expect(others).toEqual([]);
  expect(tree).toMatchObject({ isNavigation: true, route: "/shop/:category/cart", missing: [] });
  expect(lines(tree!)).toEqual([
    "root / 18 ms: ok",
    "  routes/shop /shop/:category 41 ms: ok",
    "    routes/cart /shop/:category/cart 393 ms: threw TypeError",
    "      routes/cart.suggestions /shop/:category/cart 202 ms: waited on GET inventory",
  ]);
  expect(tree!.rows.map(({ blockedMs }) => Math.round(blockedMs))).toEqual([1, 0, 190, 0]);
  expect(tree!.rows[0]!.steps.map((step) => [step.kind, step.isClient])).toEqual([
    ["loader", true],
    ["middleware", false],
    ["loader", false],
  ]);
});

test("the loader that everything waited for blocked the navigation", () => {
  const [tree] = treesOf(`
    GET /cart 0-300 server
      loader root 10-20 ${kind("loader")} ${told("root", 0)}
      loader routes/cart 10-290 ${kind("loader")} ${told("routes/cart", 1, "root")}
        SELECT 20-140 client db.query.summary=cart_lines
        SELECT 150-280 client db.query.summary=cart_lines`);
  expect(lines(tree!).at(-1)).toBe(
    "  routes/cart 280 ms: blocked the navigation 270 ms, waited on 2 × cart_lines",
  );
});

test("without parents, nesting follows start order and is marked as such", () => {
  const [tree] = treesOf(`
    GET /shop/:id 0-100 server http.route=/shop/:id
      loader routes/shop 12-50 ${kind("loader")} react_router.route.id=routes/shop
      loader routes/product 13-60 ${kind("loader")} react_router.route.id=routes/product
      loader root 11-90 ${kind("loader")} react_router.route.id=root`);
  expect(lines(tree!)).toEqual([
    "root 79 ms: blocked the navigation 31 ms",
    "  routes/shop 38 ms: ok",
    "    routes/product /shop/:id 47 ms: ok",
  ]);
  expect(tree!.missing).toEqual([
    "Parent routes aren't reported; nesting is inferred from loader order.",
    "No browser spans; time before and after the server is unknown.",
  ]);
});

test("a redirecting action and its target page are one navigation", () => {
  const [tree] = treesOf(`
    navigation 0-200 @browser sentry.op=navigation
      POST /cart.data 5-90 client
        POST /cart 10-80 @shop server url.path=/cart.data http.response.status_code=202
          action routes/cart 12-70 ${kind("action")} react_router.route.id=routes/cart
      GET /orders.data 95-190 client
        GET /orders 100-180 @shop server http.route=/orders http.response.status_code=200
          loader root 105-110 ${kind("loader")} react_router.route.id=root
          loader routes/orders 106-170 ${kind("loader")} react_router.route.id=routes/orders`);
  expect(lines(tree!)).toEqual([
    "routes/cart 58 ms: redirected",
    "root 5 ms: ok",
    "  routes/orders /orders 64 ms: blocked the navigation 60 ms",
  ]);
  expect(tree!.route).toBe("/orders");
});

test("a layout without a loader has a row, and middleware is no loader", () => {
  const [tree] = treesOf(`
    GET /a/b 0-50 server
      middleware root 1-45 ${kind("middleware")} ${told("root", 0)}
        loader b 5-40 ${kind("loader")} ${told("b", 2, "layouts/a")}`);
  expect(lines(tree!)).toEqual([
    "root 9 ms: ran middleware only",
    "  layouts/a 0 ms: has no loader",
    "    b 35 ms: blocked the navigation 35 ms",
  ]);
});

test("Sentry's loaders are below the matched pattern, with a note on missing data", () => {
  const [tree] = treesOf(`
    GET /shop/:id 0-100 server sentry.op=http.server http.route=/shop/:id
      middleware auth 1-95 sentry.op=function.react_router.middleware react_router.route.id=root
        /shop/:id 10-30 sentry.op=function.react_router.loader
        /shop/:id 11-90 sentry.op=function.react_router.loader !TypeError`);
  expect(lines(tree!)).toEqual([
    "root 14 ms: ran middleware only",
    "/shop/:id 80 ms: 2 loaders without a route ID",
    "  /shop/:id loader 1 of 2 20 ms: ok",
    "  /shop/:id loader 2 of 2 79 ms: threw TypeError",
  ]);
  expect(tree!.missing[0]).toMatch(/report react_router.route.id/);
});

test("an action without a route and the following loaders are separated", () => {
  const [tree] = treesOf(`
    /shop 0-200 @browser sentry.op=navigation
      /shop/cart 1-90 @browser server sentry.op=function.react_router.client_action
      POST /shop/cart 5-80 @shop server url.path=/shop/cart.data http.response.status_code=202
        /shop/cart 10-70 server sentry.op=function.react_router.action
      GET /shop.data 100-190 @browser client
        GET /shop 105-180 @shop server
          /shop 109-110 server sentry.op=function.react_router.loader
          /shop 110-170 server sentry.op=function.react_router.loader
      /shop 95-191 @browser server sentry.op=function.react_router.client_loader
      /shop 95-191 @browser server sentry.op=function.react_router.client_loader`);
  expect(lines(tree!)).toEqual([
    "/shop/cart 60 ms: redirected",
    "/shop 61 ms: 2 loaders without a route ID",
    "  /shop loader 1 of 2 1 ms: ok",
    "  /shop loader 2 of 2 60 ms: blocked the navigation 60 ms",
  ]);
  expect(tree!.rows.map(({ blockedMs }) => Math.round(blockedMs))).toEqual([60, 0, 1, 60]);
});

test("a route without a server loader blocks no navigation", () => {
  const [tree] = treesOf(`
    navigate /shop 0-100 @browser
      GET /shop.data 2-98 @browser client
        GET /shop 5-95 @shop server
          loader root 10-90 ${kind("loader")} ${told("root", 0)}
      client loader root 1-99 @browser ${kind("client-loader")} ${told("root", 0)}
      client loader routes/shop 1-99 @browser ${kind("client-loader")} ${told("routes/shop", 1, "root")}`);
  expect(lines(tree!).at(-1)).toMatch(/routes\/shop .*: has no loader on the server$/);
  expect(tree!.rows.map(({ blockedMs }) => Math.round(blockedMs))).toEqual([80, 0]);
});

test("OpenTelemetry's Remix spans count, and a nested exception names the failure", () => {
  const [tree] = treesOf(`
    GET /a 0-100 server
      LOADER routes/a 10-30 match.route.id=routes/a !
        SELECT 12-29 !SqliteError`);
  expect(lines(tree!)).toEqual(["routes/a /a 20 ms: threw SqliteError"]);
});

test("Sentry's Remix spans nest by route ID, whatever started first", () => {
  const [tree] = treesOf(`
    GET product/:product 0-100 server sentry.op=http.server http.route=product/:product
      GET /shop/product/7 11-30 sentry.op=loader.remix match.route.id=routes/shop.product.$product
      GET /shop/product/7 12-40 sentry.op=loader.remix match.route.id=routes/shop
      GET /shop/product/7 13-20 sentry.op=loader.remix match.route.id=root
      POST /shop/product/7 1-9 sentry.op=function.remix.action match.route.id=routes/shop.product.$product`);
  expect(lines(tree!)).toEqual([
    "root / 7 ms: ok",
    "  routes/shop /shop 28 ms: blocked the navigation 10 ms",
    "    routes/shop.product.$product /shop/product/:product 27 ms: ok",
  ]);
  expect(tree!.missing.join()).not.toMatch(/nesting/);
});

test("without loader spans only the request's route is shown", () => {
  const [tree] = treesOf(
    "GET /orders/:id 0-40 server http.route=orders/:id http.response.status_code=500",
  );
  expect(lines(tree!)).toEqual(["/orders/:id /orders/:id 40 ms: failed"]);
  expect(tree!.missing).toHaveLength(1);
  expect(treesOf("job 0-40")).toEqual([]);
});

test("a loader's call to another application has its own tree", () => {
  const trees = treesOf(`
    navigate /a 0-100 @browser
      GET /a.data 1-99 client
        GET 2-98 @proxy server
          GET /a 3-97 @shop server
            loader root 5-90 ${kind("loader")} ${told("root", 0)}
              GET 10-80 client
                GET /stock 12-70 @inventory server
                  loader routes/stock 15-60 ${kind("loader")} ${told("routes/stock", 0)}`);
  expect(trees.map(({ name, rows }) => [name, rows.map(({ routeId }) => routeId)])).toEqual([
    ["navigate /a", ["root"]],
    ["GET /stock", ["routes/stock"]],
  ]);
});

test("an event's page finds the tree of its span", () => {
  const trace = analyzeTrace(
    drawSpans(`
      GET /a 0-10 server
        loader root 1-9 ${kind("loader")} ${told("root", 0)}
          SELECT 2-3
      log 20-30`),
  );
  expect(routeTreeAround(trace, sampleSpanId(3))?.name).toBe("GET /a");
  expect(routeTreeAround(trace, sampleSpanId(4))).toBeUndefined();
});

test("of many navigations the failed and longest are shown by time", () => {
  const drawing = Array.from({ length: 30 }, (_, index) => {
    const marks = `@browser http.route=/p${index}${index === 3 ? " !" : ""}`;
    return `navigate /p${index} ${index * 100}-${index * 100 + index} ${marks}`;
  }).join("\n");
  const trees = treesOf(drawing);
  expect(trees.map(({ route }) => route)).toEqual([
    "/p3",
    ...Array.from({ length: 19 }, (_, index) => `/p${index + 11}`),
  ]);
  expect(trees.at(-1)!.missing).toContain("10 more navigations and requests are not shown.");
});

test("circular parents and deep nesting still make a short list", () => {
  const [circular] = treesOf(`
    GET / 0-10 server
      loader a 1-2 ${kind("loader")} ${told("a", 1, "b")}
      loader b 1-2 ${kind("loader")} ${told("b", 1, "a")}`);
  expect(circular!.rows.map(({ routeId }) => routeId).toSorted()).toEqual(["a", "b"]);
  const spans = [sampleSpan(1, "GET /", 0, 1000)];
  while (spans.length < 50_000) {
    const number = spans.length + 1;
    const attributes = { "react_router.kind": "loader", "react_router.route.id": `r${number}` };
    spans.push({
      ...sampleSpan(number, "loader", number / 100, 1000, spans.at(-1)),
      attributes,
      status: "error",
    });
  }
  const [endless] = routeTrees(analyzeTrace(spans));
  expect(endless!.rows).toHaveLength(200);
  expect(endless!.missing).toContain("49799 more routes are not shown.");
});

const treesOf = (drawing: string): RouteTree[] => routeTrees(analyzeTrace(drawSpans(drawing)));

const lines = ({ rows }: RouteTree): string[] =>
  rows.map(({ depth, routeId, path, durationMs, why }) =>
    [
      `${"  ".repeat(depth)}${routeId}`,
      ...(path ? [path] : []),
      `${Math.round(durationMs)} ms: ${why}`,
    ].join(" "),
  );
