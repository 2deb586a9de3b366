import { expect, test } from "vitest";
import { analyzeTrace } from "#server/domain/trace/timing/analyze.ts";
import {
  collapse,
  expand,
  focusOn,
  toggleAll,
  toggleErrors,
  unfold,
  zoomTo,
} from "./change-view.ts";
import { drawTrace, type TraceRow } from "./draw-trace.ts";
import type { OutlineLimits } from "./outline.ts";
import { drawSpans, sampleSpan, sampleSpanId } from "#server/domain/trace/sample-spans.fixture.ts";
import type { Span } from "#server/domain/trace/span.ts";
import { parseTraceView, type TraceView } from "./trace-view.ts";

const wholeTrace = parseTraceView(new URLSearchParams());

const shop = `
  navigation /cart 0-400 @browser
    GET /cart 20-320 @shop server
      loader root 29-40
      loader cart 30-310 !TypeError
        SELECT 40-50 @db
        SELECT 50-60 @db
        SELECT 60-70 @db !Timeout
        SELECT 70-80 @db
        SELECT 80-90 @db
        GET stock 100-300 @shop client`;

test("rows have bars, colors, marks, and descendant counts", () => {
  const { rows, services, axis } = drawTrace(analyzeTrace(drawSpans(shop)), wholeTrace);
  expect(services).toEqual(["browser", "shop", "db"]);
  expect(axis).toMatchObject({ fromMs: 0, toMs: 400 });
  expect(outlineOf(rows)).toEqual([
    "navigation /cart",
    "  GET /cart",
    "    loader root",
    "    loader cart",
    "      5 × SELECT",
    "      GET stock",
  ]);
  expect(rows[3]).toEqual({
    kind: "span",
    spanId: sampleSpanId(4),
    depth: 2,
    name: "loader cart",
    service: 1,
    bar: { at: 0.075, width: 0.7 },
    duration: { value: "280.0", unit: "ms" },
    critical: [
      { at: 0.075, width: 0.025 },
      { at: 0.225, width: 0.025 },
      { at: 0.75, width: 0.025 },
    ],
    flags: ["failed"],
    below: "open",
  });
  expect(rows[4]).toMatchObject({
    kind: "fold",
    count: 5,
    service: 2,
    failedCount: 1,
    isOpen: false,
  });
});

test("folds expand, spans collapse, and a subtree can be shown alone", () => {
  const trace = analyzeTrace(drawSpans(shop));
  const [fold] = drawTrace(trace, wholeTrace).rows.flatMap((row) =>
    row.kind === "fold" ? row : [],
  );
  const focused = focusOn(wholeTrace, sampleSpanId(4));
  expect(outlineOf(drawTrace(trace, unfold(focused, fold!.key)).rows)).toEqual([
    "loader cart",
    "  5 × SELECT",
    ...Array.from({ length: 5 }, () => "    SELECT"),
    "  GET stock",
  ]);
  expect(drawTrace(trace, focused).axis).toMatchObject({ fromMs: 30, toMs: 310 });
  const closed = drawTrace(trace, collapse(wholeTrace, sampleSpanId(2))).rows;
  expect(closed.at(-1)).toMatchObject({ name: "GET /cart", below: "closed", hidden: 8 });
});

test("the errors filter keeps failed spans and ancestors; zoom keeps a period and clips bars", () => {
  const trace = analyzeTrace(drawSpans(shop));
  expect(outlineOf(drawTrace(trace, toggleErrors(wholeTrace)).rows)).toEqual([
    "navigation /cart",
    "  GET /cart",
    "    loader cart",
    "      SELECT",
  ]);
  const { rows } = drawTrace(trace, zoomTo(wholeTrace, 45, 95));
  expect(outlineOf(rows)).toEqual([
    "navigation /cart",
    "  GET /cart",
    "    loader cart",
    "      5 × SELECT",
  ]);
  expect(rows[2]).toMatchObject({
    bar: { at: 0, width: 1 },
    flags: ["failed", "starts-before", "ends-after"],
  });
});

const limits: OutlineLimits = { wholeSpans: 35, wholeRows: 30, rowCap: 30, siblingCap: 10 };

test("a large trace is expanded at failures and limited to a page", () => {
  const spans = bush(3, 12);
  const failed = spans.at(-1)!;
  failed.status = "error";
  const { rows } = drawTrace(analyzeTrace(spans), wholeTrace, limits);
  expect(rows.length).toBeLessThanOrEqual(30);
  expect(rows.some((row) => row.kind === "span" && row.below === "closed" && row.hidden! > 0)).toBe(
    true,
  );
  expect(rows.some((row) => row.kind === "more")).toBe(true);
});

test("links from the full trace reach every span in any shape", () => {
  const alike = bush(2, 25).map((span) => ({ ...span, name: "same" }));
  const orphans = bush(1, 400).slice(1);
  for (const spans of [
    bush(3, 9),
    bush(1, 400),
    chain(300),
    alike,
    orphans,
    withErrors(bush(2, 25)),
  ]) {
    const all = new Set(spans.map(({ spanId }) => spanId as string));
    expect(reachable(spans, wholeTrace)).toEqual(all);
  }
});

test("with all shown, every span is on a page, in order", () => {
  const spans = bush(2, 10);
  const trace = analyzeTrace(spans);
  const seen: string[] = [];
  for (let view: TraceView | undefined = toggleAll(wholeTrace); view;) {
    const { rows } = drawTrace(trace, view, limits);
    expect(rows.length).toBeLessThanOrEqual(32);
    seen.push(...rows.flatMap((row) => (row.kind === "span" ? row.spanId : [])));
    view = rows.flatMap((row) => (row.kind === "more" && row.where === "after" ? row.view : []))[0];
  }
  expect(seen).toEqual(trace.tree.nodes.map(({ span }) => span.spanId));
});

/**
 * All spans in rows of pages reachable by links. Opens one fold at a time: all combinations are too
 * many.
 */
function reachable(spans: Span[], from: TraceView): Set<string> {
  const trace = analyzeTrace(spans);
  const seen = new Set<string>();
  const visited = new Set<string>();
  const waiting = [from];
  for (let view = waiting.pop(); view; view = waiting.pop()) {
    const key = JSON.stringify([view.focus, view.skip, view.open]);
    if (visited.has(key)) continue;
    visited.add(key);
    const { rows } = drawTrace(trace, view, limits);
    expect(rows.length).toBeLessThanOrEqual(32);
    for (const row of rows) {
      if (row.kind === "span") seen.add(row.spanId);
      if (row.kind === "more") waiting.push(row.view);
      if (row.kind === "span" && row.below)
        waiting.push(focusOn({ ...view, open: [] }, row.spanId));
      if (row.kind === "fold" && !row.isOpen) waiting.push(unfold({ ...view, open: [] }, row.key));
    }
  }
  return seen;
}

function outlineOf(rows: TraceRow[]): string[] {
  return rows.map((row) => {
    const text =
      row.kind === "span"
        ? row.name
        : row.kind === "fold"
          ? `${row.count} × ${row.label}`
          : `${row.count} more`;
    return `${"  ".repeat(row.depth)}${text}`;
  });
}

/** Every span has `width` children with different names, `depth` levels below the root. */
function bush(depth: number, width: number): Span[] {
  const spans = [sampleSpan(1, "root", 0, 1000)];
  for (let level = 0, parents = [...spans]; level < depth; level++) {
    parents = parents.flatMap((parent) =>
      Array.from({ length: width }, (_, index) => child(parent, index)),
    );
  }
  return spans;

  function child(parent: Span, index: number): Span {
    const span = sampleSpan(spans.length + 1, `step ${index}`, index, 900 - index, parent);
    spans.push(span);
    return span;
  }
}

function chain(length: number): Span[] {
  const spans = [sampleSpan(1, "link", 0, 1000)];
  while (spans.length < length)
    spans.push(sampleSpan(spans.length + 1, "link", spans.length, 1000, spans.at(-1)));
  return spans;
}

const withErrors = (spans: Span[]): Span[] =>
  spans.map((span, index) => (index % 3 === 0 ? { ...span, status: "error" } : span));

test("an expanded span stays expanded even without room for all children", () => {
  const spans = bush(2, 25);
  const { rows } = drawTrace(analyzeTrace(spans), expand(wholeTrace, sampleSpanId(20)), limits);
  expect(
    rows.find((row) => row.kind === "span" && row.spanId === sampleSpanId(20)),
  ).toBeUndefined();
  const shown = drawTrace(analyzeTrace(spans), expand(wholeTrace, sampleSpanId(5)), limits).rows;
  expect(shown.find((row) => row.kind === "span" && row.spanId === sampleSpanId(5))).toMatchObject({
    below: "open",
  });
});
