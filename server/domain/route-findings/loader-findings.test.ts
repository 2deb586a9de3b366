import { allQuantiles, msAt } from "#server/domain/rollup/percentiles.ts";
import { expect, test } from "vitest";
import { drawn, loader, query } from "./drawn-requests.fixture.ts";
import { loaderFindings } from "./loader-findings.ts";

const request = (cartMs: number, shopMs: number) => `
  GET /cart 0-${Math.max(cartMs, shopMs) + 20} server http.route=/shop/cart
    middleware root 2-${Math.max(cartMs, shopMs) + 18} react_router.kind=middleware react_router.route.id=root
      loader root 10-12 ${loader("root")}
      loader routes/cart 10-${10 + cartMs} ${loader("routes/cart", "routes/shop")}
        SELECT 10-${10 + cartMs - 5} ${query("cart")}
      loader routes/shop 10-${10 + shopMs} ${loader("routes/shop", "root")}`;

const percentilesAt = (ms: number) => allQuantiles.map((quantile) => ({ quantile, ms }));

test("loaders are a tree with duration, wait, and blocking time", () => {
  const requests = [drawn(request(100, 40)), drawn(request(80, 40)), drawn(request(30, 60))];
  const rows = loaderFindings(requests);
  expect(rows.map(({ depth, kind, routeId, blocked }) => [depth, kind, routeId, blocked])).toEqual([
    [0, "middleware", "root", 0],
    [0, "loader", "root", 0],
    [1, "loader", "routes/shop", 1],
    [2, "loader", "routes/cart", 2],
  ]);
  const [middleware, , shop, cart] = rows;
  expect(cart).toMatchObject({
    ran: 3,
    selfMs: 5,
    waitingMs: 75,
    failed: 0,
  });
  expect(msAt(cart!.percentiles, 0.5)).toBe(80);
  expect(msAt(cart!.percentiles, 0.95)).toBe(100);
  expect(cart!.share).toBeCloseTo((100 + 80) / (120 + 100 + 80));
  expect(shop!.share).toBeCloseTo(60 / 300);
  expect(middleware).toMatchObject({ percentiles: percentilesAt(16), selfMs: 16 });
  expect(cart!.example).toEqual({
    traceId: expect.any(String) as string,
    spanId: "0000000000000004",
  });
});

test("loader shares never exceed the wait, whatever the clocks", () => {
  const skewed = drawn(`
    GET /cart 0-100 @shop server
      loader root 5-20 ${loader("root")}
        GET stock 6-19 client
          GET /stock 5000-5010 @stock server
      loader late 15-180 ${loader("late", "root")} !TypeError
      loader empty 20-20 ${loader("empty", "root")}`);
  const rows = loaderFindings([skewed]);
  expect(rows.reduce((sum, { share }) => sum + share, 0)).toBeLessThanOrEqual(1);
  expect(rows.find(({ routeId }) => routeId === "late")).toMatchObject({ failed: 1, ran: 1 });
  expect(rows.find(({ routeId }) => routeId === "empty")).toMatchObject({
    percentiles: percentilesAt(0),
    share: 0,
    blocked: 0,
  });
});

test("a navigation waits for server loaders, not for the browser spans around them", () => {
  const navigation = drawn(`
    navigate /cart 0-200 @browser react_router.kind=navigate
      client loader root 1-199 react_router.kind=client_loader react_router.route.id=root
      GET /cart.data 2-190 client
        GET /cart 10-180 @shop server http.route=/cart
          loader routes/cart 12-175 ${loader("routes/cart", "root")}
          loader root 12-20 ${loader("root")}`);
  const rows = loaderFindings([navigation]);
  expect(rows.map(({ routeId, isClient, blocked }) => [routeId, isClient, blocked])).toEqual([
    ["root", false, 0],
    ["routes/cart", false, 1],
  ]);
  expect(rows[1]!.share).toBeCloseTo(163 / 200);
});

test("loaders without a route use their name; other services' are omitted", () => {
  const rows = loaderFindings([
    drawn(`
      GET /cart 0-100 server
        loader cart 5-90 sentry.op=function.react_router.loader
          GET 10-80 client
            GET /stock 12-70 @stock server
              loader stock 20-60 ${loader("stock")}`),
  ]);
  expect(rows.map(({ routeId }) => routeId)).toEqual(["loader cart"]);
});

test("only the route's own part of a trace counts", () => {
  const second = drawn(
    `
    navigate /a 0-300 @browser
      GET /a.data 0-100 client
        GET /a 10-90 @shop server http.route=/a
          loader a 12-80 ${loader("a")}
      GET /b.data 100-300 client
        GET /b 110-290 @shop server http.route=/b
          loader b 112-280 ${loader("b")}`,
    6,
  );
  expect(loaderFindings([second]).map(({ routeId, share }) => [routeId, share])).toEqual([
    ["b", 168 / 180],
  ]);
});
