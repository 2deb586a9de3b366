import { expect, test } from "vitest";
import { axisOf, barOn, segmentsOn } from "./axis.ts";
import { durationParts, spokenDuration } from "#server/domain/trace/duration-parts.ts";

const labels = (fromMs: number, toMs: number) =>
  axisOf({ fromMs, toMs }).ticks.map(({ label }) => label);

test("ticks are round in a suitable unit", () => {
  expect(labels(0, 420)).toEqual(["0 ms", "100 ms", "200 ms", "300 ms", "400 ms"]);
  expect(labels(0, 6_400)).toEqual(["0 s", "2 s", "4 s", "6 s"]);
  expect(labels(12.3, 13.1)).toEqual(["12400 µs", "12600 µs", "12800 µs", "13000 µs"]);
  expect(labels(0, 0)).toEqual(["0 µs", "2 µs", "4 µs", "6 µs", "8 µs"]);
});

test("there are at most six ticks, all on the axis", () => {
  for (let exponent = -3; exponent < 8; exponent += 0.07) {
    const { ticks } = axisOf({ fromMs: 10 ** exponent / 3, toMs: 10 ** exponent });
    expect(ticks.length).toBeGreaterThan(1);
    expect(ticks.length).toBeLessThanOrEqual(6);
    expect(ticks.every(({ at }) => at >= 0 && at <= 1)).toBe(true);
    expect(new Set(ticks.map(({ label }) => label)).size).toBe(ticks.length);
  }
});

test("a bar is its visible part, and an instant has no width", () => {
  const axis = axisOf({ fromMs: 100, toMs: 200 });
  expect(barOn(axis, { fromMs: 50, toMs: 125 })).toEqual({ at: 0, width: 0.25 });
  expect(barOn(axis, { fromMs: 150, toMs: 150 })).toEqual({ at: 0.5, width: 0 });
  expect(barOn(axis, { fromMs: 200, toMs: 300 })).toBeUndefined();
});

test("indistinguishable segments are drawn as one", () => {
  const axis = axisOf({ fromMs: 0, toMs: 1000 });
  const segments = [10, 20.5, 31, 600].map((fromMs) => ({ fromMs, toMs: fromMs + 10 }));
  expect(segmentsOn(axis, segments)).toEqual([
    { at: 0.01, width: 0.031 },
    { at: 0.6, width: 0.01 },
  ]);
});

test("durations are printed in a suitable unit", () => {
  const printed = [0, 0.35, 0.9999, 61.44, 999.96, 1204, 59_996, 150_000, 10_800_000].map((ms) => {
    const { value, unit } = durationParts(ms);
    return `${value} ${unit}`;
  });
  expect(printed).toEqual([
    "0 ms",
    "350 µs",
    "1.0 ms",
    "61.4 ms",
    "1.00 s",
    "1.20 s",
    "1.0 min",
    "2.5 min",
    "3.0 h",
  ]);
  expect([211.7, 3.94, 1204, 0.35].map(spokenDuration)).toEqual([
    "212 ms",
    "3.9 ms",
    "1.2 s",
    "350 µs",
  ]);
});
