import * as fc from "fast-check";
import { expect, test } from "vitest";
import { sampleSpan } from "#server/domain/trace/sample-spans.fixture.ts";
import { threadMs } from "#tests/harness/faults/thread-time.ts";
import { drawn, loader, query } from "./drawn-requests.fixture.ts";
import { serialFindings } from "./serial-findings.ts";

const within = (children: string, until = 200) =>
  drawn(`
    GET /cart 0-${until} server
      loader routes/cart 0-${until} ${loader("routes/cart")}
${children
  .trim()
  .split("\n")
  .map((line) => `        ${line.trim()}`)
  .join("\n")}`);

const namesIn = (children: string) => serialFindings([within(children)]).map(({ names }) => names);

test("consecutive calls form a run with names, count, and saving", () => {
  const [run, ...others] = serialFindings(
    [60, 80, 100].map((ms) =>
      within(`
        SELECT 10-50 ${query("SELECT_user")}
        SELECT 51-${51 + ms} ${query("SELECT_cart")}
        GET ${52 + ms}-${72 + ms} client http.request.method=GET url.template=/prices/:sku`),
    ),
  );
  expect(others).toEqual([]);
  expect(run).toMatchObject({
    names: ["SELECT_user", "SELECT_cart", "GET /prices/:sku"],
    more: 0,
    calls: 3,
    within: "loader routes/cart",
    found: 3,
    totalMs: 140,
    savedMs: 60,
    example: { spanId: "0000000000000003" },
  });
});

test("possibly dependent or overlapping calls are no run", () => {
  const [user, cart, prices] = [query("SELECT_user"), query("SELECT_cart"), query("SELECT_prices")];
  expect(namesIn(`a 10-50 ${user}\nb 80-120 ${cart}`), "code ran between them").toEqual([]);
  expect(namesIn(`a 10-50 ${user}\nb 20-60 ${cart}\nc 60-90 ${prices}`), "two overlap").toEqual([]);
  expect(
    namesIn(`a 10-50 ${user}\nrender 50-60\nb 60-90 ${cart}`),
    "something else between",
  ).toEqual([]);
  expect(namesIn(`a 10-50 ${user}\nb 50-90 ${query("UPDATE_cart")}`), "a write").toEqual([]);
  expect(namesIn(`a 10-50 ${user} !Timeout\nb 50-90 ${cart}`), "a failure").toEqual([]);
  expect(
    namesIn(`POST 10-50 client http.request.method=POST\nb 50-90 ${cart}`),
    "a request that acts",
  ).toEqual([]);
  expect(namesIn(`a 10-50 ${user}\nb 50-90 ${user}\nc 90-120 ${user}`), "a repeated query").toEqual(
    [],
  );
  expect(namesIn(`a 10-10 ${user}\nb 10-10 ${cart}`), "nothing to save").toEqual([]);
});

test("a transaction is one unit, and runs restart after it", () => {
  const between = `
    BEGIN 5-10 ${query("BEGIN")}
    a 10-50 ${query("SELECT_user")}
    b 50-90 ${query("SELECT_cart")}
    COMMIT 90-95 ${query("COMMIT")}
    c 95-120 ${query("SELECT_shops")}
    d 120-150 ${query("SELECT_news")}`;
  expect(namesIn(between)).toEqual([["SELECT_shops", "SELECT_news"]]);
});

test("functions that wait for a call count as it; computing loaders are not parallelizable", () => {
  const wrapped = drawn(`
    GET /cart 0-100 server
      findUser 10-50
        SELECT 11-49 ${query("SELECT_user")}
      findCart 50-90
        SELECT 51-89 ${query("SELECT_cart")}`);
  expect(serialFindings([wrapped])).toMatchObject([
    { names: ["findUser", "findCart"], savedMs: 40 },
  ]);
  const computing = drawn(`
    GET /cart 0-100 server
      loader a 10-50 ${loader("a")}
      loader b 50-90 ${loader("b")}`);
  expect(serialFindings([computing])).toEqual([]);
});

test("only awaited time is saved", () => {
  const behind = drawn(`
    GET /cart 0-300 server
      loader slow 0-299 ${loader("slow")}
      loader quick 0-100 ${loader("quick")}
        a 0-50 ${query("SELECT_user")}
        b 50-100 ${query("SELECT_cart")}`);
  expect(serialFindings([behind])).toEqual([]);
});

test("many calls of one name are a name and a count", () => {
  const calls = Array.from(
    { length: 5 },
    (_, i) =>
      `GET ${i * 20}-${i * 20 + 20} client url.full=https://stock/skus/${i}7 http.request.method=GET`,
  );
  expect(serialFindings([within(calls.join("\n"))])).toMatchObject([
    { names: ["GET stock/skus/:id"], calls: 5, totalMs: 100, savedMs: 80 },
  ]);
});

test("a run never saves all of its time", () => {
  const sibling = fc.record({
    gap: fc.constantFrom(0, 0, 0, 1, -3, 40),
    ms: fc.integer({ min: 0, max: 50 }),
    name: fc.integer({ min: 0, max: 20 }),
  });
  fc.assert(
    fc.property(fc.array(sibling, { maxLength: 12 }), (siblings) => {
      const root = sampleSpan(1, "GET /", 0, 700);
      let at = 5;
      const spans = siblings.map(({ gap, ms, name }, index) => {
        const from = Math.max(0, at + gap);
        at = from + ms;
        const span = sampleSpan(index + 2, `q${name}`, from, at, root);
        span.attributes = { "db.query.summary": `SELECT ${name}` };
        return span;
      });
      for (const { savedMs, totalMs, calls } of serialFindings([drawn([root, ...spans])])) {
        expect(calls).toBeGreaterThan(1);
        expect(savedMs).toBeLessThanOrEqual(totalMs * (1 - 1 / calls) + 1e-6);
      }
    }),
    { seed: 4, numRuns: 300 },
  );
});

test("ten thousand siblings are processed linearly", () => {
  const root = sampleSpan(1, "GET /", 0, 20_000);
  const spans = Array.from({ length: 10_000 }, (_, i) => {
    const span = sampleSpan(i + 2, "SELECT", i * 2, i * 2 + 2, root);
    span.attributes = { "db.query.summary": `SELECT t${i % 7_000}` };
    return span;
  });
  const request = drawn([root, ...spans]);
  const begun = threadMs();
  const [run] = serialFindings([request]);
  expect(threadMs() - begun).toBeLessThan(500);
  expect(run).toMatchObject({ calls: 4_000, names: { length: 4 }, more: 3_996 });
});
