import { expect, test } from "vitest";
import { Sketch } from "#server/domain/sketch/sketch.ts";
import { quantileChange, rateChange } from "./change.ts";

const hour = (count: number) => ({ count, minutes: 60 });

test("a count changed if significant and by at least a tenth", () => {
  expect(rateChange(hour(1_000), hour(1_300))?.by).toBeCloseTo(0.3);
  expect(rateChange(hour(1_000), hour(600))?.by).toBeCloseTo(-0.4);
  expect(rateChange(hour(4), hour(9))).toBeUndefined();
  expect(rateChange(hour(100_000), hour(105_000)), "certain, but little").toBeUndefined();
  expect(rateChange(hour(0), hour(50)), "new, not more").toBeUndefined();
  expect(
    rateChange({ count: 500, minutes: 30 }, hour(1_000)),
    "twice as many in twice the time",
  ).toBeUndefined();
});

test("equal distributions rarely show a change, different ones always do", () => {
  let said = 0;
  for (let seed = 0; seed < 200; seed++)
    said += quantileChange(sample(400, 2 * seed), sample(400, 2 * seed + 1), 0.95) ? 1 : 0;
  expect(said).toBeLessThanOrEqual(4);
  expect(quantileChange(sample(400, 7), sample(400, 8, 1.8), 0.95)?.by).toBeGreaterThan(0.4);
  expect(quantileChange(sample(400, 7, 1.8), sample(400, 8), 0.95)?.by).toBeLessThan(-0.2);
});

test("too few, equal, or missing values show no change", () => {
  expect(quantileChange(sample(50, 1), sample(5_000, 2, 10), 0.95)).toBeUndefined();
  expect(quantileChange(new Sketch(), sample(500, 1), 0.95)).toBeUndefined();
  expect(quantileChange(sample(500, 1), new Sketch(), 0.95)).toBeUndefined();
  expect(quantileChange(sample(500, 1), sample(500, 1), 0.95)).toBeUndefined();
});

/** Reproducible log-normal durations. */
function sample(count: number, seed: number, times = 1): Sketch {
  const sketch = new Sketch();
  let state = (seed * 2_654_435_761 + 12_345) >>> 0;
  const uniform = () =>
    ((state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) + 0.5) / 2 ** 32;
  for (let index = 0; index < count; index++) {
    const normal = Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
    sketch.add(80 * times * 1.8 ** normal);
  }
  return sketch;
}
