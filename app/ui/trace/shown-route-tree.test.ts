import { expect, test } from "vitest";
import { analyzeTrace } from "#server/domain/trace/timing/analyze.ts";
import { routeTrees } from "#server/domain/trace/route-tree/route-tree.ts";
import { drawSpans } from "#server/domain/trace/sample-spans.fixture.ts";
import { shownRouteTree } from "./shown-route-tree.ts";

const treesOf = (drawing: string) =>
  routeTrees(analyzeTrace(drawSpans(drawing))).map(shownRouteTree);

test("route bars share one axis, and failures are marked by word and tone", () => {
  const [tree] = treesOf(`
    GET /cart 0-110 server http.route=/cart
      loader root 10-30 react_router.kind=loader react_router.route.id=root
      loader cart 10-110 react_router.kind=loader react_router.route.id=cart react_router.route.parent_id=root !TypeError`);
  expect(
    tree!.rows.map(({ routeId, depth, bars, time, why }) => ({ routeId, depth, bars, time, why })),
  ).toEqual([
    {
      routeId: "root",
      depth: 0,
      bars: [{ at: 0.0745, width: 0.149, tone: "server" }],
      time: "20.0 ms",
      why: expect.any(String),
    },
    {
      routeId: "cart",
      depth: 1,
      bars: [{ at: 0.0745, width: 0.7452, tone: "failed" }],
      time: "100.0 ms",
      why: "threw TypeError",
    },
  ]);
});

test("a loader's bar has its calls, and bars mark pending and the response", () => {
  const [tree] = treesOf(`
    GET /cart 0-100 server http.route=/cart
      loader root 10-20 react_router.kind=loader react_router.route.id=root
      loader cart 10-90 react_router.kind=loader react_router.route.id=cart react_router.route.parent_id=root
        SELECT carts 12-40 client db.system.name=postgresql
        GET /stock 40-60 client
          GET /stock 41-59 @stock server
        GET rates 60-62 client`);
  expect(tree!.rows[1]!.bars).toEqual([
    { at: 0.082, width: 0.6557, tone: "server" },
    { at: 0.0984, width: 0.2295, tone: "to-database", text: "SELECT carts" },
    { at: 0.3279, width: 0.1639, tone: "to-service", text: "GET /stock" },
    { at: 0.4918, width: 0.0164, tone: "to-other" },
  ]);
  expect(tree!.pending).toEqual({
    bars: [{ at: 0.1639, width: 0.5738 }],
    text: "Only cart pending: 70.0 ms",
  });
  expect(tree!.sent!.from).toBeCloseTo(0.082, 4);
  expect(tree!.sent!.to).toBeCloseTo(0.8197, 4);
  expect(tree!.rows.map(({ isSlowest }) => isSlowest)).toEqual([undefined, true]);
});

test("simultaneous calls get one label, and neighbors keep theirs", () => {
  const [tree] = treesOf(`
    GET /cart 0-100 server http.route=/cart
      loader cart 0-100 react_router.kind=loader react_router.route.id=cart
        SELECT carts 0-40 client db.system.name=postgresql
        SELECT prices 0-60 client db.system.name=postgresql
        SELECT stock 60-100 client db.system.name=postgresql`);
  expect(tree!.rows[0]!.bars.map(({ text }) => text)).toEqual([
    undefined,
    "SELECT prices",
    undefined,
    "SELECT stock",
  ]);
});

test("a request without loaders has its own bar only", () => {
  const [tree] = treesOf("GET /cart 0-40 server http.route=/cart");
  expect(tree!.rows).toMatchObject([
    { routeId: "/cart", bars: [{ at: 0, width: 1, tone: "server" }] },
  ]);
  expect(tree!.missing.length).toBeGreaterThan(0);
});

test("rows name what ran, and loaders without a route are below their pattern", () => {
  const [told] = treesOf(`
    GET /cart 0-110 server
      middleware cart 1-100 react_router.kind=middleware react_router.route.id=cart code.function.name=requireUser
        loader cart 10-90 react_router.kind=loader react_router.route.id=cart`);
  expect(told!.rows.map(({ ran }) => ran)).toEqual(["middleware requireUser, loader"]);
  const [untold] = treesOf(`
    GET /cart 0-110 server
      /cart 10-20 server sentry.op=function.react_router.loader
      /cart 11-90 server sentry.op=function.react_router.loader`);
  expect(untold!.rows.map(({ routeId, ran }) => [routeId, ran])).toEqual([
    ["/cart", undefined],
    ["loader 1 of 2", undefined],
    ["loader 2 of 2", undefined],
  ]);
});
