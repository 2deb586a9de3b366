import { expect, test } from "vitest";
import { analyzeTrace } from "./analyze.ts";
import { drawSpans, sampleSpanId } from "#server/domain/trace/sample-spans.fixture.ts";
import { factsOf } from "#server/domain/trace/span-facts.ts";

const drawing = `
  GET /cart 50-150 @shop server http.response.status_code=503
    loader root 60.25-100
    documentLoad 0-400 @browser`;

test("a trace lists services by first start, failures, and clock corrections", () => {
  const trace = analyzeTrace(drawSpans(drawing));
  expect(trace.services).toEqual(["browser", "shop"]);
  expect(trace).toMatchObject({ failedCount: 1, shiftedCount: 0 });
});

test("a span has sent and drawn times, self time, and position", () => {
  const trace = analyzeTrace(drawSpans(drawing));
  const facts = factsOf(trace, trace.byId.get(sampleSpanId(1))!);
  expect(facts).toMatchObject({
    startedAt: 1_795_236_863_050,
    startMs: 50,
    durationMs: 100,
    selfMs: 60.25,
    failed: true,
    critical: [
      { fromMs: 50, toMs: 60.25 },
      { fromMs: 100, toMs: 150 },
    ],
    parentSpanId: sampleSpanId(3),
    childCount: 1,
  });
  expect(factsOf(trace, trace.byId.get(sampleSpanId(2))!).startedAt).toBe(1_795_236_863_060.25);
});

test("raw times are as sent, with clocks uncorrected", () => {
  const skewed = drawSpans("call 0-100 @shop client\n  serve 300-310 @stock server");
  expect(analyzeTrace(skewed)).toMatchObject({ shiftedCount: 1, tree: { durationMs: 100 } });
  expect(analyzeTrace(skewed, { raw: true })).toMatchObject({
    shiftedCount: 0,
    tree: { durationMs: 310 },
  });
});

test("without spans a trace is empty", () => {
  expect(analyzeTrace([])).toMatchObject({
    services: [],
    failedCount: 0,
    tree: { nodes: [], durationMs: 0 },
  });
});
