import { expect, test } from "vitest";
import { analyzeTrace } from "#server/domain/trace/timing/analyze.ts";
import { compareTraces } from "#server/domain/trace/compare.ts";
import { drawSpans } from "#server/domain/trace/sample-spans.fixture.ts";
import { causeText } from "./cause-text.ts";
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
  const [select, , cache] = compareTraces(before, after).map((each) => comparedRow(each, 2));
  expect(select).toEqual({
    name: "SELECT",
    service: "shop",
    path: "GET /cart",
    own: "+130.0 ms",
    total: "+130.0 ms",
    isSlower: true,
    a: { count: 1, total: "20.0 ms", self: "20.0 ms" },
    b: { count: 2, total: "150.0 ms", self: "150.0 ms" },
  });
  expect(cache).toMatchObject({ name: "cache.get", own: "−5.0 ms" });
  expect(cache!.isSlower).toBeUndefined();
  expect(cache!.b).toBeUndefined();
});

test("the sentence names the cause: lost overlap, self time, or a span of one trace", () => {
  const said = (a: string, b: string) => {
    const [before, after] = [a, b].map((drawing) => analyzeTrace(drawSpans(drawing)));
    const differenceMs = after!.tree.durationMs - before!.tree.durationMs;
    return causeText({ differenceMs, noiseMs: 1, operations: compareTraces(before!, after!) });
  };
  const parallel = "GET /cart 0-60\n  SELECT a 0-50\n  SELECT b 0-50";
  const sequential = "GET /cart 0-110\n  SELECT a 0-50\n  SELECT b 50-100";
  expect(said(parallel, sequential)).toBe(
    "B is 50.0 ms slower. In GET /cart, SELECT b and SELECT a ran in parallel in A and run sequentially in B: 50.0 ms longer.",
  );
  expect(said(sequential, parallel)).toBe(
    "B is 50.0 ms faster. Calls overlap 50.0 ms more in GET /cart.",
  );
  expect(
    said("GET /cart 0-60\n  SELECT 0-50", "GET /cart 0-90\n  SELECT 0-40\n  SELECT 40-80"),
  ).toBe("B is 30.0 ms slower. SELECT takes 30.0 ms longer, 2× instead of 1×.");
  expect(said("GET /cart 0-10", "GET /cart 0-60\n  render 10-60")).toBe(
    "B is 50.0 ms slower. render is only in B: 50.0 ms.",
  );
  expect(said(parallel, parallel)).toBe("A and B took about the same time.");
});
