import { expect, test } from "vitest";
import { emptyRollup } from "#server/domain/rollup/rollup.ts";
import { countVital, emptyVitalRollup } from "#server/domain/vital/vital-rollup.ts";
import { isOver, routeMeasured, vitalMeasured } from "./budget.ts";

function rollupOf(durations: number[], failed = 0) {
  const rollup = emptyRollup();
  for (const duration of durations) rollup.durations.add(duration);
  rollup.failed = failed;
  return rollup;
}
const times = <Value>(count: number, value: Value) => Array.from({ length: count }, () => value);

test("one slow request does not make a slow route, two of twenty do", () => {
  const over = (durations: number[]) => isOver(routeMeasured(rollupOf(durations), "p95"), 500);
  expect(over([...times(19, 50), 9_000])).toBe(false);
  expect(over([...times(18, 50), 9_000, 9_000])).toBe(true);
  expect(over(times(19, 9_000))).toBeUndefined();
});

test("p75 has a quarter of the requests above it", () => {
  const over = (slow: number) =>
    isOver(routeMeasured(rollupOf([...times(40 - slow, 50), ...times(slow, 900)]), "p75"), 500);
  expect([8, 12].map(over)).toEqual([false, true]);
});

test("a failure rate needs three failures", () => {
  const over = (failed: number) =>
    isOver(routeMeasured(rollupOf(times(20, 50), failed), "failure-rate"), 0.05);
  expect([0, 1, 2, 3].map(over)).toEqual([false, false, false, true]);
});

test("a vital is judged in its own unit, from ten visits on", () => {
  const over = (values: number[]) => {
    const rollup = emptyVitalRollup();
    for (const value of values) countVital(rollup, "cls", value);
    return isOver(vitalMeasured(rollup, "cls"), 0.25);
  };
  expect(over(times(9, 0.9))).toBeUndefined();
  expect(over([...times(9, 0.02), 0.9])).toBe(false);
  expect(over(times(10, 0.9))).toBe(true);
});
