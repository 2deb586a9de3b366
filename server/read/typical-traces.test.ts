import { expect, test } from "vitest";
import type { SpanId, TraceId } from "#server/domain/ids.ts";
import { drawSpans } from "#server/domain/trace/sample-spans.fixture.ts";
import { Sketch } from "#server/domain/sketch/sketch.ts";
import { type TypicalDeps, typicalPair } from "./typical-traces.ts";

const drawings: { [trace: string]: string } = {
  navigation: `
    navigate /cart 0-420 @browser react_router.kind=navigation
      GET /cart 5-405 @shop server`,
  document: `
    document /cart 0-900 @browser react_router.kind=document
      GET /cart 5-405 @shop server`,
};

/** `samples` by release, nearest to the median first; `gone` is deleted. */
function pairOf(samples: { [release: string]: string[] }) {
  const deps = {
    store: {
      rollups: {
        samples: async ({ release }: { release: string }) =>
          samples[release]!.map((traceId, index) => ({
            traceId: traceId as TraceId,
            spanId: "0000000000000002" as SpanId,
            startedAt: 0,
            durationMs: 100 + index,
            failed: false,
          })),
      },
      traces: { spanCount: async (_: number, traceId: string) => (drawings[traceId] ? 2 : 0) },
    },
    readTrace: async (_: number, traceId: string) => ({ spans: drawSpans(drawings[traceId]!) }),
  } as unknown as TypicalDeps;
  const durations = new Sketch();
  durations.add(100);
  const side = (release: string) => ({ release, rollup: { durations } });
  return typicalPair(deps, {} as never, { from: side("1"), to: side("2") } as never);
}

test("both traces are of one kind of visit, if any of the nearest are", async () => {
  const pair = await pairOf({ 1: ["navigation", "document"], 2: ["gone", "document"] });
  expect([pair.from?.visit, pair.to?.visit]).toEqual(["page load", "page load"]);
  const same = await pairOf({ 1: ["navigation", "document"], 2: ["navigation"] });
  expect([same.from?.durationMs, same.to?.visit]).toEqual([100, "navigation"]);
});

test("otherwise each release has its nearest trace", async () => {
  const pair = await pairOf({ 1: ["gone", "navigation"], 2: ["document"] });
  expect([pair.from?.visit, pair.to?.visit]).toEqual(["navigation", "page load"]);
  expect(await pairOf({ 1: ["gone"], 2: [] })).toEqual({});
});
