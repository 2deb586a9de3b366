import { expect, test } from "vitest";
import { analyzeTrace } from "./timing/analyze.ts";
import { compareTraces, ownDifferenceMs } from "./compare.ts";
import { drawSpans } from "./sample-spans.fixture.ts";

const before = `
  GET /shop/1 0-100 server http.route=/shop/:id http.request.method=GET
    SELECT 10-30
    SELECT 40-60
    cache.get 60-65`;

const after = `
  GET /shop/2 0-200 server http.route=/shop/:id http.request.method=GET
    SELECT 10-150
    render 160-190
      SELECT 170-171`;

test("operations are aligned by position, and the largest own change comes first", () => {
  const rows = compareTraces(analyze(before), analyze(after));
  expect(
    rows.map(({ name, path, before: was, after: is, selfDifferenceMs }) => [
      [...path, name].join(" › "),
      was?.count ?? 0,
      is?.count ?? 0,
      selfDifferenceMs,
    ]),
  ).toEqual([
    ["GET /shop/:id › SELECT", 2, 1, 100],
    ["GET /shop/:id › render", 0, 1, 29],
    ["GET /shop/:id", 1, 1, -25],
    ["GET /shop/:id › cache.get", 1, 0, -5],
    ["GET /shop/:id › render › SELECT", 0, 1, 1],
  ]);
  expect(rows[2]).toMatchObject({
    before: { totalMs: 100, selfMs: 55 },
    after: { totalMs: 200, selfMs: 30 },
  });
});

test("a request is compared with the same one below a page load", () => {
  const below = `
    /shop/:id page load 0-300 @browser
      document 10-290 @browser
        GET /shop/1 20-140 @web server http.route=/shop/:id http.request.method=GET
          SELECT 30-90 @web`;
  const alone = `
    GET /shop/1 0-100 @web server http.route=/shop/:id http.request.method=GET
      SELECT 10-30 @web`;
  for (const [first, second] of [
    [alone, below],
    [below, alone],
  ] as const) {
    const rows = compareTraces(analyze(first), analyze(second));
    const inBoth = rows.filter((row) => row.before && row.after);
    expect(inBoth.map(({ name, path }) => [...path, name].join(" › "))).toEqual([
      "GET /shop/:id › SELECT",
      "GET /shop/:id",
    ]);
    expect(rows).toHaveLength(4);
  }
});

test("a trace equals itself, and the reverse difference is the opposite", () => {
  const [a, b] = [analyze(before), analyze(after)];
  expect(
    compareTraces(a, a).every((row) => row.selfDifferenceMs === 0 && row.totalDifferenceMs === 0),
  ).toBe(true);
  const sum = (rows: { totalDifferenceMs: number }[]) =>
    rows.reduce((all, row) => all + row.totalDifferenceMs, 0);
  expect(sum(compareTraces(a, b))).toBe(-sum(compareTraces(b, a)));
});

test("calls that no longer overlap are their parent's own change, and come first", () => {
  const parallel = `
    GET /checkout 0-120 server
      loader routes/checkout 2-102
        GET 10-100 client url.full=https://payments.example/v1 http.request.method=GET
        GET 12-70 client url.full=https://stock.internal/availability http.request.method=GET
      loader root 2-10`;
  const sequential = `
    GET /checkout 0-180 server
      loader routes/checkout 2-160
        GET 10-99 client url.full=https://payments.example/v1 http.request.method=GET
        GET 99-158 client url.full=https://stock.internal/availability http.request.method=GET
      loader root 2-11`;
  const rows = compareTraces(analyze(parallel), analyze(sequential));
  expect(rows[0]).toMatchObject({
    name: "loader routes/checkout",
    totalDifferenceMs: 58,
    lostOverlapMs: 58,
    apart: ["GET stock.internal/availability", "GET payments.example/v1"],
  });
  // Without overlap, a change is counted in one row: together they are the trace's.
  const own = rows.reduce((sum, row) => sum + ownDifferenceMs(row), 0);
  expect(own).toBeCloseTo(60);
});

const analyze = (drawing: string) => analyzeTrace(drawSpans(drawing));
