import { expect, test } from "vitest";
import { analyseTrace } from "#server/domain/trace/analyse.ts";
import { routeTrees } from "#server/domain/trace/route-tree.ts";
import { drawSpans } from "#server/domain/trace/sample-spans.ts";
import { shownRouteTree } from "./shown-route-tree.ts";

const treesOf = (drawing: string) => routeTrees(analyseTrace(drawSpans(drawing))).map(shownRouteTree);

test("every route has its bars on one axis, and what failed says so in word and tone", () => {
  const [tree] = treesOf(`
    GET /cart 0-110 server http.route=/cart
      loader root 10-30 react_router.kind=loader react_router.route.id=root
      loader cart 10-110 react_router.kind=loader react_router.route.id=cart react_router.route.parent_id=root !TypeError`);
  expect(tree!.rows.map(({ routeId, depth, bars, time, why }) => ({ routeId, depth, bars, time, why }))).toEqual([
    {
      routeId: "root",
      depth: 0,
      bars: [{ at: 0, width: 0.2, tone: "server" }],
      time: "20.0 ms",
      why: expect.any(String),
    },
    {
      routeId: "cart",
      depth: 1,
      bars: [{ at: 0, width: 1, tone: "failed" }],
      time: "100.0 ms",
      why: "threw TypeError",
    },
  ]);
});

test("a request that tells of no loaders has one bar, its own", () => {
  const [tree] = treesOf("GET /cart 0-40 server http.route=/cart");
  expect(tree!.rows).toMatchObject([{ routeId: "/cart", bars: [{ at: 0, width: 1, tone: "server" }] }]);
  expect(tree!.missing.length).toBeGreaterThan(0);
});

test("rows say what ran, and loaders without a route are named below their pattern", () => {
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
