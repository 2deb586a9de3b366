import { expect, test } from "vitest";
import { analyzeTrace } from "#server/domain/trace/timing/analyze.ts";
import { drawSpans } from "#server/domain/trace/sample-spans.fixture.ts";
import { collapse, focusOn, refold, toggleErrors } from "./change-view.ts";
import { outline } from "./outline.ts";
import { reveal } from "./reveal.ts";
import { parseTraceView, printTraceView } from "./trace-view.ts";

const trace = analyzeTrace(
  drawSpans(`
    GET /cart 0-100 server
      loader cart 10-90
        SELECT lines 10-20 client
        SELECT lines 20-30 client
        SELECT lines 30-40 client
        SELECT lines 40-50 client
        SELECT lines 50-60 client !Timeout
      loader root 10-80`),
);
const whole = parseTraceView(new URLSearchParams());
const named = (name: string, index = 0) =>
  trace.tree.nodes.filter(({ span }) => span.name === name)[index]!.span.spanId;
const rowsOf = (view: typeof whole) =>
  outline(trace, view).flatMap((row) => (row.kind === "span" ? row.node.span.spanId : []));

test("a span in a fold is unfolded", () => {
  const span = named("SELECT lines", 3);
  expect(rowsOf(whole)).not.toContain(span);
  expect(rowsOf(reveal(trace, whole, span))).toContain(span);
});

test("collapsed spans, folds, and filters are kept", () => {
  const span = named("SELECT lines", 2);
  const collapsed = collapse(whole, named("loader cart"));
  expect(reveal(trace, collapsed, span)).toBe(collapsed);
  const focused = focusOn(whole, named("loader root"));
  expect(reveal(trace, focused, span)).toBe(focused);
  const errors = toggleErrors(whole);
  expect(reveal(trace, errors, span)).toBe(errors);
  const [key = ""] = reveal(trace, whole, span).open;
  const refolded = refold(whole, key);
  expect(reveal(trace, refolded, span)).toBe(refolded);
  expect(parseTraceView(new URLSearchParams(printTraceView(refolded)))).toEqual(refolded);
});

test("spans of a trace too large to be expanded are reachable", () => {
  const loaders = Array.from({ length: 900 }, (_, index) =>
    [
      `  loader r${index} ${index}-${index + 3}`,
      `    a${index} ${index}-${index + 2}`,
      `      b${index} ${index}-${index + 1}`,
    ].join("\n"),
  );
  const large = analyzeTrace(drawSpans(`GET / 0-1000 server\n${loaders.join("\n")}`));
  const { spanId } = large.tree.nodes.find(({ span: { name } }) => name === "b850")!.span;
  const rows = (view: typeof whole) =>
    outline(large, view).flatMap((row) => (row.kind === "span" ? row.node.span.spanId : []));
  expect(rows(whole)).not.toContain(spanId);
  expect(rows(reveal(large, whole, spanId))).toContain(spanId);
});

test("a view that shows the span, or a trace without it, is unchanged", () => {
  expect(reveal(trace, whole, named("loader root"))).toBe(whole);
  expect(reveal(trace, whole, "0123456789abcdef" as never)).toBe(whole);
});
