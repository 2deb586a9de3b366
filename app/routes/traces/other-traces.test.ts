import { expect, test } from "vitest";
import type { SpanId, TraceId } from "#server/domain/ids.ts";
import { namedTraces } from "./other-traces.ts";

const sample = (traceId: string, durationMs: number) => ({
  traceId: traceId as TraceId,
  spanId: "1" as SpanId,
  startedAt: 0,
  durationMs,
  failed: false,
});

const names = (random: [string, number][], slow: [string, number][]) =>
  namedTraces(
    random.map((each) => sample(...each)),
    slow.map((each) => sample(...each)),
  ).map(({ name, traceId }) => `${name} ${traceId}`);

test("names the trace nearest the median, the fastest, and the slowest", () => {
  expect(
    names(
      [
        ["a", 10],
        ["b", 30],
        ["c", 32],
      ],
      [["d", 90]],
    ),
  ).toEqual(["Typical trace b", "Fastest trace a", "Slowest trace d"]);
});

test("names each trace once", () => {
  expect(names([["a", 10]], [["a", 10]])).toEqual(["Typical trace a"]);
  expect(names([], [])).toEqual([]);
});
