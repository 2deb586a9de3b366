import { expect, test } from "vitest";
import { sampleSpan } from "#server/domain/trace/sample-spans.fixture.ts";
import { threadMs } from "#tests/harness/faults/thread-time.ts";
import { adviceOn } from "./advice.ts";
import { drawn, loader, query } from "./drawn-requests.fixture.ts";
import { findIn } from "./find.ts";

const drawSerial = () =>
  drawn(`
  GET /cart 0-300 server
    loader root 5-20 ${loader("root")}
    loader routes/cart 5-290 ${loader("routes/cart", "root")}
      user 10-110 ${query("SELECT_user")}
      cart 110-280 ${query("SELECT_cart")}`);

const plain = drawn("GET /cart 0-100 server\n  loader root 5-20 " + loader("root"));

const rows = drawn(`
  GET /cart 0-300 server
    lines 0-10 ${query("SELECT_lines")}
    p 10-100 ${query("SELECT_products")}
    p 100-200 ${query("SELECT_products")}
    p 200-290 ${query("SELECT_products")}`);

test("names where the time goes, and then the fix", () => {
  expect(adviceOn(findIn([drawSerial(), drawSerial(), plain]))).toBe(
    "81% of the time is in loader routes/cart. Running SELECT_user and SELECT_cart in parallel would save 100 ms (median) in 2 of 3 requests.",
  );
  expect(adviceOn(findIn([rows]))).toBe(
    "93% of the time is in SELECT_products. SELECT_products runs 3× per request. Batching it would save 180 ms (median) in 1 of 1 requests.",
  );
});

test("without a dominant loader or call, shows the distribution", () => {
  expect(adviceOn(findIn([drawn("GET /health 0-3 server")]))).toBe(
    "100% of the time is in untraced code of shop.",
  );
  expect(adviceOn(findIn([plain]))).toBe(
    "85% of the time is in untraced code of shop and 15% in loader root.",
  );
  const load = drawn(`
    documentLoad 0-1000 @browser
      documentFetch 0-300 @browser
        GET / 50-250 @shop server http.route=/
          loader root 60-100 ${loader("root")}
            user 70-100 ${query("SELECT_user")}
          render 100-240
      resourceFetch 320-700 @browser
      resourceFetch 330-690 @browser`);
  expect(adviceOn(findIn([load]))).toBe(
    "38% of the time is in page resources, 32% in untraced browser time, and 14% in span render.",
  );
  expect(findIn([load, load]).spread).toEqual(findIn([load]).spread);
});

test("a place with most of the time is named before a smaller loader", () => {
  const request = drawn(`
    GET /cart 0-100 server
      loader root 0-25 ${loader("root")}`);
  expect(adviceOn(findIn([request]))).toBe(
    "75% of the time is in untraced code of shop and 25% in loader root.",
  );
});

test("a call equals itself despite rounding", () => {
  for (let step = 1; step < 40; step++) {
    const at = (share: number) => (share * step * 1.37).toFixed(3);
    const request = drawn(`
      GET /cart 0-${at(100)} server
        prices ${at(0.3)}-${at(90.1)}
          price ${at(0.7)}-${at(30.3)} ${query("SELECT_price")}
          stock ${at(30.4)}-${at(60.1)} ${query("SELECT_stock")}
          rating ${at(60.2)}-${at(90.1)} ${query("SELECT_rating")}`);
    expect(adviceOn(findIn([request, request, request]))).toMatch(
      /^90% of the time is in prices\./,
    );
    const inLoader = drawn(`
      GET /cart 0-${at(100)} server
        loader root ${at(0.3)}-${at(90.1)} ${loader("root")}
          stock ${at(0.3)}-${at(90.1)} ${query("SELECT_stock")}`);
    expect(adviceOn(findIn([inLoader, inLoader, inLoader]))).toBe(
      "90% of the time is in loader root.",
    );
  }
});

test("a call longer than each loader is named before them", () => {
  const request = drawn(`
    GET /cart 0-100 server
      loader root 0-10 ${loader("root")}
      stock 10-95 ${query("SELECT_stock")}`);
  expect(adviceOn(findIn([request]))).toBe("85% of the time is in SELECT_stock.");
});

test("requests without duration have no dominant place", () => {
  expect(adviceOn(findIn([drawn("GET /health 0-0 server")]))).toBe(
    "No time was recorded in these requests.",
  );
});

test("tiny savings are not suggested, and a browser waits for its server's work", () => {
  const little = drawn(`
    navigate /cart 0-900 @browser
      GET /cart.data 2-890 client
        GET /cart 10-880 @shop server http.route=/cart
          user 10-15 ${query("SELECT_user")}
          shop 15-24 ${query("SELECT_shop")}
          stock 30-870 ${query("SELECT_stock")}`);
  const findings = findIn([little]);
  expect(findings.waits.map(({ label }) => label)).toEqual([
    "SELECT_stock",
    "SELECT_shop",
    "SELECT_user",
  ]);
  expect(findings.serial).toEqual([]);
  expect(adviceOn(findings)).toBe("93% of the time is in SELECT_stock.");
});

test("ten thousand siblings are processed linearly and limited to a page", () => {
  const root = sampleSpan(1, "GET /", 0, 40_000);
  root.kind = "server";
  const spans = Array.from({ length: 10_000 }, (_, index) => {
    const span = sampleSpan(index + 2, `span ${index}`, index * 4, index * 4 + 4, root);
    const route = { "react_router.kind": "loader", "react_router.route.id": `routes/${index}` };
    span.attributes =
      index % 3 === 0 ? route : { "db.query.summary": `SELECT ${index % 2 ? "products" : index}` };
    return span;
  });
  const begun = threadMs();
  const {
    loaders,
    serial: runs,
    repeats,
  } = findIn([drawn([root, ...spans]), drawn([root, ...spans])]);
  expect(threadMs() - begun).toBeLessThan(2_000);
  expect(loaders).toHaveLength(50);
  expect(runs.length).toBeLessThanOrEqual(10);
  expect(repeats).toMatchObject([{ label: "SELECT products", medianCount: 3_333 }]);
});

test("without requests there are no findings", () => {
  expect(findIn([])).toEqual({
    count: 0,
    medianMs: 0,
    loaders: [],
    waits: [],
    spread: [],
    serial: [],
    repeats: [],
  });
});

test("findings do not depend on the order of requests", () => {
  const serial = drawSerial();
  const { serial: runs, repeats, loaders, medianMs } = findIn([serial, plain, rows]);
  const other = findIn([rows, serial, plain]);
  expect(other).toMatchObject({ serial: runs, repeats, medianMs });
  expect(other.loaders.map(({ routeId, share, blocked }) => [routeId, share, blocked])).toEqual(
    loaders.map(({ routeId, share, blocked }) => [routeId, share, blocked]),
  );
});
