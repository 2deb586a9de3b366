import { expect, test } from "vitest";
import { criticalPath } from "./critical-path.ts";
import { drawSpans, sampleSpan, sampleSpanId } from "#server/domain/trace/sample-spans.fixture.ts";
import { selfTimes } from "./self-time.ts";
import type { TraceTree } from "#server/domain/trace/trace-tree.ts";
import { traceWork } from "./trace-work.ts";
import { buildTree } from "./tree.ts";

test("the path goes backward through whatever finished last", () => {
  expect(
    path(`
      GET /cart 0-100
        session 5-20
        loader root 20-40
        loader cart 20-90
          SELECT 30-80
        log 50-60`),
  ).toEqual(["GET /cart 0-5 90-100", "session 5-20", "loader cart 20-30 80-90", "SELECT 30-80"]);
});

test("unawaited work is off the path; a disconnected server's is on it", () => {
  expect(
    path(`
      POST /order 0-100
        send mail 40-300
        GET stock 10-50 client
          GET /stock 20-120 @stock server`),
  ).toEqual(["POST /order 0-10 50-100", "GET stock 10-20", "GET /stock 20-50"]);
});

test("a page has no self time while its document loads", () => {
  expect(
    path(`
      documentLoad 0-500 @web telemetry=1
        documentFetch 0-300 @web
          GET /cart 10-280 @shop server
            SELECT 20-200 client
        script 150-450 @web`),
  ).toEqual([
    "documentLoad 450-500",
    "documentFetch 0-10",
    "GET /cart 10-20",
    "SELECT 20-150",
    "script 150-450",
  ]);
});

// A page load as sent by @sentry/browser 11, with an element's render time and the application's
// own measure.
const pageLoad = `
  / 0-754.5 @browser sentry.op=pageload
    Largest contentful paint 0-336 sentry.op=ui.webvital.lcp
    hero image 0-340 sentry.op=ui.elementtiming
    Request 11.5-121.4 sentry.op=browser.request
    localhost 161.9-224.7 client sentry.op=resource.script
    Main UI thread blocked 326-428.6 sentry.op=ui.long_animation_frame
    first-paint 336-336 sentry.op=browser.paint
    hydrate 150-384 sentry.op=measure
    GET localhost 385.3-754.5 client sentry.op=http.client`;

test("vitals, marks, and measures are no work, and the path follows concurrent spans", () => {
  expect(path(pageLoad)).toEqual([
    "/ 0-11.5 121.4-161.9 224.7-326",
    "Request 11.5-121.4",
    "localhost 161.9-224.7",
    "Main UI thread blocked 326-385.3",
    "GET localhost 385.3-754.5",
  ]);
  expect(
    path(`
      documentLoad 0-500 @web telemetry=1
        web-vital 0-480 @browser
        LCP 0-450 @browser
        documentFetch 0-300 @web`),
  ).toEqual(["documentLoad 300-500", "documentFetch 0-300"]);
});

test("measurements have no self time and take none from their parent", () => {
  const self = selfTimesByName(pageLoad);
  expect(self).toMatchObject({ "Largest contentful paint": 0, "hero image": 0, hydrate: 0 });
  expect(self["/"]).toBeCloseTo(754.5 - 109.9 - 62.8 - 59.3 - 369.2, 1);
});

test("adjacent work stays on the path despite overlapping whole-millisecond times", () => {
  // A form's POST responds with a redirect, and the next request starts when it ended. Both queries
  // are of one loader.
  expect(
    path(`
      submit 0-60 @browser
        POST /cart.data 2-31.4 client
          POST /cart 5-30 @shop server
            INSERT 10-12.3 client
            SELECT 12-29 client
        GET /shop.data 31-59 client`),
  ).toEqual([
    "submit 0-2 59-60",
    "POST /cart.data 2-5 30-31",
    "POST /cart 5-10 29-30",
    "INSERT 10-12",
    "SELECT 12-29",
    "GET /shop.data 31-59",
  ]);
});

test("an interaction's requests are on the path; route discovery is not", () => {
  const [click, request, served, discovery] = drawSpans(`
      click 0-3 @web
        GET 2-165 @web client
          GET /cart 6-160 @shop server
        GET 3-200 @web client url.full=http://shop/__manifest?p=1`);
  const scope = { name: "@opentelemetry/instrumentation-user-interaction" };
  const tree = buildTree([{ ...click!, scope }, request!, served!, discovery!]);
  expect(pathOf(tree)).toEqual(["click 0-2", "GET 2-6 160-165", "GET /cart 6-160"]);
});

test("the path reaches a handler whose router delegated at once", () => {
  const express = `
      GET /api/slow/:id 0-390 server
        /api 0.5-0.6 express.type=router
          /slow 0.5-0.7 express.type=router
            /api/slow/:id 0.6-388 express.type=request_handler
              SELECT 10-380 client`;
  expect(path(express)).toEqual([
    "GET /api/slow/:id 0-0.5 388-390",
    "/slow 0.5-0.6",
    "/api/slow/:id 0.6-10 380-388",
    "SELECT 10-380",
  ]);
  expect(selfTimesByName(express)).toEqual({
    "GET /api/slow/:id": 2.5,
    "/api": 0,
    "/slow": expect.closeTo(0.1),
    "/api/slow/:id": expect.closeTo(17.4),
    SELECT: 370,
  });
  // Work that continues after the response was not waited for.
  expect(path("GET / 0-100 server\n  / 1-1 express.type=router\n    send mail 2-300")).toEqual([
    "GET / 0-100",
  ]);
});

test("a trace without its root is walked over its existing spans", () => {
  const [, ...orphans] = drawSpans("lost 0-100\n  a 0-40\n  b 30-60\n  c 70-90");
  expect(pathOf(buildTree(orphans))).toEqual(["b 30-60", "c 70-90"]);
});

test("segments cover the root exactly, without gap or overlap, in any tree", () => {
  for (let seed = 1; seed <= 300; seed++) {
    const tree = randomTree(seed);
    const segments = [...criticalPath(tree, traceWork(tree)).values()]
      .flat()
      .toSorted((a, b) => a.fromMs - b.fromMs);
    const [root] = tree.nodes;
    expect(segments[0]!.fromMs).toBe(root!.startMs);
    expect(segments.at(-1)!.toMs).toBe(root!.endMs);
    for (const [index, { fromMs }] of segments.entries()) {
      if (index > 0) expect(fromMs).toBe(segments[index - 1]!.toMs);
    }
  }
});

// A navigation as recorded by our library with React Router's single fetch: one request, next to a
// step for each route.
const navigation = `
      navigate 0-120 @browser react_router.kind=navigation
        GET /cart.data 4-104 client
          GET /cart 10-100 @shop server
            loader root 12-20 react_router.kind=loader react_router.route.id=root
            loader cart 12-95 react_router.kind=loader react_router.route.id=cart
              SELECT 30-90 client
        client loader root 2-110 react_router.kind=client-loader react_router.route.id=root
        client loader cart 2-112 react_router.kind=client-loader react_router.route.id=cart`;

test("a navigation's path reaches the server's loader through the shared request", () => {
  expect(path(navigation)).toEqual([
    "navigate 0-2 112-120",
    "client loader cart 2-4 104-112",
    "GET /cart.data 4-10 100-104",
    "GET /cart 10-12 95-100",
    "loader cart 12-30 90-95",
    "SELECT 30-90",
  ]);
  expect(
    path(
      navigation.replaceAll(
        "react_router.kind=client-loader",
        "sentry.op=function.react_router.client_loader",
      ),
    ),
  ).toEqual(path(navigation));
});

test("a step waiting for a shared request has no self time in it", () => {
  const self = selfTimesByName(navigation);
  expect(self).toMatchObject({
    "client loader root": 8,
    "client loader cart": 10,
    "GET /cart.data": 10,
  });
});

test("browser work beyond a request's end is its own", () => {
  const self = selfTimesByName(`
      navigate 0-120 @browser
        GET /cart.data 4-104 client
        client loader cart 2-40 react_router.kind=client-loader react_router.route.id=cart`);
  expect(self["client loader cart"]).toBe(38);
});

test("self time is the duration without time in children", () => {
  const tree = buildTree(
    drawSpans(`
      a 10-100
        b 0-30
        c 20-40
        d 25-35
        e 90-200`),
  );
  expect([...selfTimes(tree, traceWork(tree))]).toEqual([50, 30, 20, 10, 110]);
});

test("self time stays between zero and the duration", () => {
  const tree = buildTree(drawSpans("POST /order 0-100\n  send mail 140-300\n  log 320-330"));
  expect([...selfTimes(tree, traceWork(tree))]).toEqual([100, 160, 10]);
});

function selfTimesByName(drawing: string): { [name: string]: number } {
  const tree = buildTree(drawSpans(drawing));
  const self = selfTimes(tree, traceWork(tree));
  return Object.fromEntries(tree.nodes.map(({ span, position }) => [span.name, self[position]!]));
}

const path = (drawing: string) => pathOf(buildTree(drawSpans(drawing)));

function pathOf(tree: TraceTree): string[] {
  return [...criticalPath(tree, traceWork(tree))]
    .toSorted(([a], [b]) => a - b)
    .map(([position, segments]) =>
      [
        tree.nodes[position]!.span.name,
        ...segments.map(({ fromMs, toMs }) => `${fromMs}-${toMs}`),
      ].join(" "),
    );
}

function randomTree(seed: number): TraceTree {
  let state = seed;
  const next = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below;
  const root = sampleSpan(1, "root", 0, 1000);
  const rest = Array.from({ length: 30 }, (_, index) => {
    const start = next(1000);
    const span = sampleSpan(index + 2, "x", start, start + next(400));
    return { ...span, parentSpanId: sampleSpanId(next(index + 1) + 1) };
  });
  return buildTree([root, ...rest]);
}
