import { expect, test } from "vitest";
import { compareTraces } from "#server/domain/trace/compare.ts";
import type { TraceSummary } from "#server/domain/trace/listing/summary.ts";
import { drawSpans } from "#server/domain/trace/sample-spans.fixture.ts";
import { type AnalyzedTrace, analyzeTrace } from "#server/domain/trace/timing/analyze.ts";
import type { TraceNode } from "#server/domain/trace/trace-tree.ts";
import { unpackedRows } from "../waterfall/packed-drawing.ts";
import { type ShownWaterfall, shownWaterfalls } from "./shown-waterfalls.ts";
import { spanMarks } from "./span-marks.ts";

function compared(...drawings: [string, string]) {
  const [before, after] = drawings.map((drawing) => analyzeTrace(drawSpans(drawing))) as [
    AnalyzedTrace,
    AnalyzedTrace,
  ];
  const differenceMs = after.tree.durationMs - before.tree.durationMs;
  const marks = spanMarks({ differenceMs, noiseMs: 1, operations: compareTraces(before, after) });
  const side = (trace: AnalyzedTrace, of: "a" | "b") => {
    const [{ span }] = trace.tree.nodes as [TraceNode];
    const summary = { root: { kind: span.kind } } as TraceSummary;
    return { trace, summary, marks: marks[of] };
  };
  return shownWaterfalls(side(before, "a"), side(after, "b"));
}

const noted = (shown: ShownWaterfall) =>
  unpackedRows(shown).flatMap((row) =>
    row.kind === "span" && shown.notes[row.spanId] !== undefined
      ? [[row.name, shown.notes[row.spanId]]]
      : [],
  );

test("calls that became sequential are marked in both traces, on one axis", () => {
  const { a, b } = compared(
    "GET /cart 0-60\n  SELECT a 0-50\n  SELECT b 0-50\n  render 50-60",
    "GET /cart 0-110\n  SELECT a 0-50\n  SELECT b 50-100\n  render 100-110",
  );
  expect(noted(a)).toEqual([
    ["GET /cart", ""],
    ["SELECT a", "in parallel"],
    ["SELECT b", "in parallel"],
  ]);
  expect(noted(b)).toEqual([
    ["GET /cart", "+50.0 ms"],
    ["SELECT a", "overlaps less"],
    ["SELECT b", "overlaps less"],
  ]);
  expect(a.axis).toEqual(b.axis);
  expect(a.axis.toMs).toBe(110);
});

test("spans of one trace only are marked as such, and services keep their color", () => {
  const { a, b } = compared(
    "GET /cart 0-30 @shop server\n  cache.get 5-25 @cache",
    "GET /cart 0-90 @shop server\n  tax 1-4 @tax\n  cache.get 5-25 @cache\n  render 30-90",
  );
  expect(noted(a)).toEqual([]);
  expect(noted(b)).toContainEqual(["render", "only in B"]);
  const colorOf = (shown: ShownWaterfall) =>
    unpackedRows(shown).flatMap((row) =>
      row.kind === "span" && row.name === "cache.get" ? row.service : [],
    );
  expect(colorOf(a)).toEqual(colorOf(b));
  expect(noted(compared("GET / 0-10", "GET / 0-10").b)).toEqual([]);
});

test("a browser has the first color in both, even if only one trace has it", () => {
  const { a, b } = compared(
    "GET /cart 0-30 @shop server\n  SELECT 5-25",
    "navigate 0-90 @browser\n  GET /cart 10-80 @shop server\n    SELECT 15-75",
  );
  expect([a.fromServer, b.fromServer]).toEqual([false, false]);
  expect([a.services, b.services]).toEqual([
    ["browser", "shop"],
    ["browser", "shop"],
  ]);
});

test("of large traces, a few rows are drawn, the marked ones among them", () => {
  const calls = Array.from(
    { length: 300 },
    (_, at) => `  step${at} ${at}-${at + 1}\n    sub ${at}-${at + 1}`,
  );
  const large = (lastMs: number) =>
    `GET /cart 0-${300 + lastMs}\n${calls.join("\n")}\n  outer 300-${300 + lastMs}\n    slow 300-${300 + lastMs}`;
  const { a, b } = compared(large(10), large(90));
  for (const shown of [a, b]) expect(unpackedRows(shown).length).toBeLessThanOrEqual(40);
  expect(noted(b)).toEqual([["slow", "+80.0 ms"]]);
  expect(b.isPart).toBe(true);
});
