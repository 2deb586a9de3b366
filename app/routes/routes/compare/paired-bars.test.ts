import { expect, test } from "vitest";
import { Sketch } from "#server/domain/sketch/sketch.ts";
import { pairedBars } from "./paired-bars.ts";

test("both distributions share bars, and every value is in one of them", () => {
  const [before, after] = [new Sketch(), new Sketch()];
  for (let index = 1; index <= 500; index++) before.add(20 + index / 4);
  for (let index = 1; index <= 90; index++) after.add(100 + index * 9);
  const bars = pairedBars(before, after);
  const sumOf = (side: "before" | "after") => bars.reduce((sum, bar) => sum + bar[side], 0);
  expect([sumOf("before"), sumOf("after")]).toEqual([500, 90]);
  expect(bars.length).toBeLessThanOrEqual(32);
  for (const { from, to, before: was, after: is } of bars) {
    expect(from < to).toBe(true);
    if (to < 100) expect(is).toBe(0);
    if (from > 146) expect(was).toBe(0);
  }
  expect(pairedBars(new Sketch(), new Sketch())).toEqual([]);
  expect(pairedBars(new Sketch(), after).every((bar) => bar.before === 0)).toBe(true);
});
