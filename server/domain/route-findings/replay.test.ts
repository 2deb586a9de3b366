import { expect, test } from "vitest";
import { drawn, loader, query } from "./drawn-requests.fixture.ts";
import { findIn } from "./find.ts";
import { adviceOn } from "./advice.ts";
import { savedBy } from "./replay.ts";
import { repeatFindings } from "./repeat-findings.ts";
import { serialFindings } from "./serial-findings.ts";

/** Two calls of one loader, 60 and 50 ms, next to another slow loader. */
const beside = (otherMs: number) =>
  drawn(`
    GET /cart 0-130 server
      loader routes/cart 0-120 ${loader("routes/cart")}
        a 5-65 ${query("SELECT_user")}
        b 65-115 ${query("SELECT_cart")}
      loader routes/shop 0-${otherMs} ${loader("routes/shop")}
        c 1-${otherMs - 1} ${query("SELECT_shop")}`);

test("parallel work stays and limits the saving", () => {
  expect(serialFindings([beside(40)])).toMatchObject([{ found: 1, helped: 1, savedMs: 50 }]);
  expect(serialFindings([beside(100)])).toMatchObject([{ found: 1, helped: 1, savedMs: 20 }]);
  expect(serialFindings([beside(120)])).toMatchObject([{ found: 1, helped: 0, savedMs: 0 }]);
});

test("a finding has the median and the number of affected requests", () => {
  const requests = [40, 77, 77, 120].map(beside);
  expect(serialFindings(requests)).toMatchObject([{ found: 4, helped: 3, savedMs: 43 }]);
  expect(adviceOn(findIn(requests))).toContain(
    "in parallel would save 43 ms (median) in 3 of 4 requests.",
  );
});

test("work after the run, even after its parent, moves earlier by the saving", () => {
  const request = drawn(`
    GET / 0-200 server
      handler 0-150
        a 10-50 ${query("SELECT_a")}
        b 50-100 ${query("SELECT_b")}
        render 105-140
      log 160-170`);
  expect(serialFindings([request])).toMatchObject([
    { names: ["SELECT_a", "SELECT_b"], savedMs: 40 },
  ]);
});

test("a child that outlives its parent was not awaited", () => {
  const request = drawn(`
    GET / 0-100 server
      a 10-50 ${query("SELECT_a")}
      b 50-140 ${query("SELECT_b")}`);
  const [, a, b] = request.nodes;
  expect(savedBy(request, { together: [[a!, b!]] })).toBe(0);
});

test("an Express layer that ends before its handler was awaited with it", () => {
  // Timing of @sentry/node 11: the router's span ends when its last layer handed on, the handler's
  // when the response ended.
  const repeated = (routerMs: number, handlerMs: number) =>
    drawn(`
      GET /api/slow/:id 0-389.8 server
        init 0.2-0.3 express.type=middleware
        /api 0.5-${routerMs} express.type=router
          /api/slow/:id 0.6-${handlerMs} express.type=request_handler
            a 1-41 ${query("SELECT_price")}
            a 42-72 ${query("SELECT_price")}
            a 73-103 ${query("SELECT_price")}
            b 104-380 ${query("SELECT_view")}`);
  for (const request of [repeated(382.9, 388.9), repeated(388.8, 388.85), repeated(389, 389.9)]) {
    expect(repeatFindings([request])).toMatchObject([{ medianCount: 3, helped: 1, savedMs: 60 }]);
    expect(savedBy(request, { together: [request.nodes.slice(4, 7)] })).toBe(62);
  }
});

test("work after the response saves nothing", () => {
  const request = drawn(`
    GET / 0-100 server
      handler 1-300 express.type=request_handler
        a 110-150 ${query("SELECT_a")}
        a 150-200 ${query("SELECT_a")}`);
  expect(savedBy(request, { together: [request.nodes.slice(2, 4)] })).toBe(0);
});

test("a client loader waiting for its request shrinks with it", () => {
  const request = drawn(`
    navigate /cart 0-110 resource:telemetry.sdk.language=webjs react_router.kind=navigation
      GET /cart 1-100 client
        GET /cart.data 5-95 @shop server resource:telemetry.sdk.language=nodejs
          a 10-50 ${query("SELECT_user")}
          b 50-90 ${query("SELECT_cart")}
      client_loader 1-101 react_router.kind=client-loader react_router.route.id=routes/cart`);
  const byName = new Map(request.nodes.map((node) => [node.span.name, node]));
  expect(savedBy(request, { together: [[byName.get("a")!, byName.get("b")!]] })).toBe(40);
});
