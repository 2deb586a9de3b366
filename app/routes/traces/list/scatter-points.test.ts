import { expect, test } from "vitest";
import { scatterOf } from "./scatter-points.ts";
import type { TraceRow } from "./trace-row.ts";

const start = Date.UTC(2026, 10, 21, 14);
const row = (minute: number, durationMs: number, errors = 0): TraceRow => ({
  traceId: `${minute}`.padStart(32, "0"),

  name: "GET /cart",
  service: "shop",
  startedAt: start + minute * 60_000,
  durationMs,
  spans: 3,
  errors,
  others: "",
});

test("later is further right, longer is higher, and each point has a label", () => {
  const { points, times, isLog } = scatterOf([row(0, 10), row(30, 40, 1), row(60, 100)]);
  expect(isLog).toBe(false);
  expect(points.map(({ x }) => x)).toEqual([0.01, 0.5, 0.99]);
  expect(points[0]!.y).toBeGreaterThan(points[1]!.y);
  expect(points[1]!.y).toBeGreaterThan(points[2]!.y);
  expect(points[1]).toMatchObject({
    failed: true,
    title: "GET /cart, 40.0 ms, Nov 21, 14:30:00 UTC, failed",
  });
  expect(times.map(({ label }) => label)).toEqual([
    "Nov 21, 14:00",
    "14:15",
    "14:30",
    "14:45",
    "15:00",
  ]);
});

test("widely spread durations use a logarithmic axis, others a linear one from zero", () => {
  const far = scatterOf([row(0, 3), row(1, 45_000)]);
  expect(far.isLog).toBe(true);
  expect(far.durations.map(({ label }) => label)).toEqual([
    "1 ms",
    "10 ms",
    "100 ms",
    "1 s",
    "10 s",
  ]);
  expect(scatterOf([row(0, 30), row(1, 45)]).durations.map(({ label }) => label)).toEqual([
    "0 ms",
    "10 ms",
    "20 ms",
    "30 ms",
    "40 ms",
  ]);
});

test("all points stay within the plot", () => {
  for (const durations of [[0], [0, 0], [0, 3_600_000], [5, 5, 5], [1e-9, 1e12]]) {
    const { points, durations: marks } = scatterOf(durations.map((ms, index) => row(index, ms)));
    for (const { x, y } of points) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x).toBeLessThanOrEqual(1);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y).toBeLessThanOrEqual(1);
    }
    expect(marks.length).toBeGreaterThan(0);
    expect(marks.length).toBeLessThanOrEqual(7);
  }
});
