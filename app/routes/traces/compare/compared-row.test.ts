import { expect, test } from "vitest";
import { analyzeTrace } from "#server/domain/trace/timing/analyze.ts";
import { compareTraces } from "#server/domain/trace/compare.ts";
import { drawSpans } from "#server/domain/trace/sample-spans.fixture.ts";
import { comparedRow, signed } from "./compared-row.ts";

test("a difference has its sign, and a rounding difference is zero", () => {
  expect([12, -3.25, 0, 1e-9, -0.0004].map(signed)).toEqual([
    "+12.0 ms",
    "−3.3 ms",
    "same",
    "same",
    "same",
  ]);
});

test("an operation prints for both sides or the only one", () => {
  const before = analyzeTrace(drawSpans("GET /cart 0-100\n  SELECT 10-30\n  cache.get 40-45"));
  const after = analyzeTrace(drawSpans("GET /cart 0-200\n  SELECT 10-150\n  SELECT 150-160"));
  const [select, , cache] = compareTraces(before, after).map(comparedRow);
  expect(select).toEqual({
    name: "SELECT",
    service: "shop",
    path: "GET /cart",
    self: "+130.0 ms",
    total: "+130.0 ms",
    slower: "b",
    a: { count: 1, total: "20.0 ms", self: "20.0 ms" },
    b: { count: 2, total: "150.0 ms", self: "150.0 ms" },
  });
  expect(cache).toMatchObject({ name: "cache.get", self: "−5.0 ms", slower: "a" });
  expect(cache!.b).toBeUndefined();
});
