import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { SpanId, TraceId } from "#server/domain/ids.ts";
import { chanceOf, chooseSamples } from "./sample-choice.ts";
import { sampleClasses, samplesKept, type TraceSample } from "./sample.ts";

/** A span is determined by its ID, so equal IDs mean equal spans. */
const sample = fc
  .record({
    trace: fc.integer({ min: 1, max: 30 }),
    startedAt: fc.nat(50),
    durationMs: fc.nat(50),
    failed: fc.boolean(),
  })
  .map(({ trace, ...moment }): TraceSample => ({
    traceId: trace.toString(16).padStart(32, "0") as TraceId,
    spanId: `${moment.startedAt}${Number(moment.failed)}${moment.durationMs}`.padStart(
      16,
      "0",
    ) as SpanId,
    ...moment,
  }));
const samples = fc.array(sample, { maxLength: 60 });

test.each(sampleClasses)("%s: order and parts of the input do not matter", (sampleClass) => {
  fc.assert(
    fc.property(samples, samples, (a, b) => {
      const whole = chooseSamples(sampleClass, [...a, ...b]);
      expect(chooseSamples(sampleClass, [...b, ...a])).toEqual(whole);
      expect(chooseSamples(sampleClass, [...chooseSamples(sampleClass, a), ...b])).toEqual(whole);
      expect(whole.length).toBeLessThanOrEqual(samplesKept[sampleClass]);
      expect(new Set(whole.map(({ traceId }) => traceId)).size).toBe(whole.length);
    }),
  );
});

test("the slowest are kept as slow, the newest as failed", () => {
  const all: TraceSample[] = Array.from({ length: 20 }, (_, index) => ({
    traceId: index.toString(16).padStart(32, "0") as TraceId,
    spanId: "00000000000000aa" as SpanId,
    startedAt: 100 - index,
    durationMs: (index * 7) % 20,
    failed: true,
  }));
  expect(chooseSamples("slow", all).map(({ durationMs }) => durationMs)).toEqual([
    19, 18, 17, 16, 15,
  ]);
  expect(chooseSamples("failed", all).map(({ startedAt }) => startedAt)).toEqual([
    100, 99, 98, 97, 96,
  ]);
});

test("sampling does not favor trace IDs with equal prefixes", () => {
  const chances = Array.from({ length: 4_000 }, (_, index) =>
    chanceOf(`6741aa00${index.toString(16).padStart(24, "0")}`),
  );
  const quarters = [0, 1, 2, 3].map((quarter) =>
    chances.filter((chance) => Math.floor(chance / 2 ** 30) === quarter),
  );
  for (const { length } of quarters) expect(Math.abs(length - 1_000)).toBeLessThan(120);
});
