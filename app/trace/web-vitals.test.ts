import type { Metric } from "web-vitals";
import { expect, test } from "vitest";
import { timeOf } from "./web-vitals.ts";

const metric = (
  name: string,
  value: number,
  entries: { startTime: number }[],
  navigationType = "navigate",
) => ({ name, value, entries, navigationType }) as unknown as Metric;
const sinceOrigin = (each: Metric) => Math.round(timeOf(each) - performance.timeOrigin);

test("a vital has the time of its occurrence, not of its report", () => {
  expect(sinceOrigin(metric("LCP", 320, [{ startTime: 120 }, { startTime: 320 }]))).toBe(320);
  expect(sinceOrigin(metric("TTFB", 45, [{ startTime: 0 }]))).toBe(45);
  expect(sinceOrigin(metric("CLS", 0, []))).toBe(0);
});

test("a page restored from memory uses the current time", () => {
  expect(Math.abs(timeOf(metric("LCP", 8, [], "back-forward-cache")) - Date.now())).toBeLessThan(
    500,
  );
});
