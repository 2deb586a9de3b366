import { expect, test } from "vitest";
import { Sketch } from "#server/domain/sketch/sketch.ts";
import { histogramBars, histogramScale } from "./histogram-bars.ts";
import { areaPath, barsPath, linePath } from "./line-path.ts";
import { labelRows } from "./release-marks.tsx";
import { linearScale, logScale, scaleFor } from "./scale.ts";
import { spread } from "./spread.ts";
import { packTrend, trendLine, trendPath } from "./trend-line.ts";
import { momentLabel, ticksOf, timeTicks } from "./ticks.ts";

const values = (...args: Parameters<typeof ticksOf>) => ticksOf(...args).map(({ value }) => value);
const start = Date.UTC(2026, 10, 20, 9, 35);
const hourMs = 3_600_000;
const labels = (hours: number) =>
  timeTicks({ since: start, until: start + hours * hourMs }).map(({ label }) => label);

test("axes start at zero and end above the largest value", () => {
  expect(scaleFor([10, 80])).toMatchObject({ isLog: false, low: 0, high: 88 });
  expect(scaleFor([3, 900]).at(0)).toBe(0);
  expect(scaleFor([]).at(0)).toBe(0);
  const log = logScale(1, 100);
  expect([log.at(1), log.at(10), log.at(100), log.at(0), log.at(1e9)]).toEqual([0, 0.5, 1, 0, 1]);
});

test("ticks are few and round", () => {
  expect(values(linearScale(0, 3300), 3)).toEqual([0, 1000, 2000, 3000]);
  expect(values(linearScale(0, 330), 1)).toEqual([0, 200]);
  expect(values(linearScale(0, 87))).toEqual([0, 20, 40, 60, 80]);
  expect(values(linearScale(0, 100))).toEqual([0, 20, 40, 60, 80, 100]);
  expect(values(linearScale(0, 0.7))).toEqual([0, 0.2, 0.4, 0.6]);
  expect(values(logScale(1, 5_000))).toEqual([1, 10, 100, 1_000]);
  expect(values(logScale(10, 60))).toEqual([10, 20, 50]);
  for (const high of [1e-6, 0.3, 7, 59_999, 1e12]) {
    for (const scale of [
      linearScale(0, high),
      logScale(high / 3e6, high),
      logScale(high / 30, high),
    ]) {
      const ticks = ticksOf(scale);
      expect(ticks.length).toBeGreaterThanOrEqual(2);
      expect(ticks.length).toBeLessThanOrEqual(7);
      for (const { at } of ticks) expect(at >= 0 && at <= 1).toBe(true);
    }
  }
});

test("time ticks are round in UTC: hours within days, days within months", () => {
  expect(labels(1)).toEqual(["09:45", "10:00", "10:15", "10:30"]);
  expect(labels(24)).toEqual(["12:00", "18:00", "Nov 21", "06:00"]);
  expect(labels(7 * 24)).toEqual(["Nov 21", "Nov 23", "Nov 25", "Nov 27"]);
  expect(labels(365 * 24).length).toBeLessThanOrEqual(5);
  expect(momentLabel(start, start)).toBe("Nov 20, 09:35");
  expect(momentLabel(start, start + 60 * 24 * hourMs)).toBe("Nov 20, 2026, 09:35");
});

test("a line breaks at missing values, and a single point is a dot", () => {
  const at = (x: number, y?: number) => ({ x, y });
  expect(linePath([at(0, 0), at(0.5, 1), at(0.75), at(1, 0.5)])).toBe("M0 200h0L500 0M1000 100h0");
  expect(linePath([at(0), at(1)])).toBe("");
  expect(areaPath([at(0, 0.5), at(1, 1)])).toBe("M0 200L0 100L1000 0L1000 200z");
  expect(areaPath([at(0, 0.5), at(1)])).toBe("");
  expect(areaPath([at(0, 0.5), at(0.5, 1), at(1)])).toBe("M0 200L0 100L500 0L500 200z");
  expect(areaPath([at(0, 0.5), at(0.5), at(1, 1)])).toBe("");
});

test("bars have a gap and a visible minimum", () => {
  expect(barsPath([0.5, 0])).toBe("M50 200v-100h400v100z");
  expect(barsPath([0.0001])).toBe("M100 200v-1h800v1z");
  expect(barsPath([])).toBe("");
});

test("labels of close releases use two rows, and a third is omitted", () => {
  expect(labelRows([0.1, 0.5], 0.2)).toEqual([0, 0]);
  expect(labelRows([0.1, 0.15, 0.2, 0.4], 0.2)).toEqual([0, 1, undefined, 0]);
  // At the right edge a label ends at its line.
  expect(labelRows([0.65, 0.95], 0.2)).toEqual([0, 1]);
});

test("overlapping labels move apart and stay inside", () => {
  expect(spread([10, 12, 90], 12, 100)).toEqual([5, 17, 90]);
  expect(spread([98, 97, 5], 12, 100)).toEqual([100, 88, 5]);
  expect(spread([50], 12, 100)).toEqual([50]);
  expect(spread([], 12, 100)).toEqual([]);
});

test("a histogram keeps every value in visible bars", () => {
  const sketch = new Sketch();
  for (let index = 0; index < 1_000; index++)
    sketch.add(40 * 1.5 ** Math.sin(index) * (1 + index / 200));
  const bars = histogramBars([...sketch.buckets()]);
  expect(bars.reduce((sum, { count }) => sum + count, 0)).toBe(1_000);
  expect(bars.length).toBeGreaterThan(12);
  expect(bars.length).toBeLessThanOrEqual(48);
  for (const [index, bar] of bars.entries())
    if (index > 0) expect(bar.from).toBe(bars[index - 1]!.to);
  expect(histogramScale(bars).at(bars[0]!.from)).toBe(0);
  expect(histogramBars([])).toEqual([]);
  expect(
    histogramBars([
      [-700, 1],
      [2_000, 1],
    ]).length,
  ).toBeLessThanOrEqual(48);
});

test("a packed trend distinguishes zero from small values", () => {
  expect(packTrend([0, 1, 350, 700])).toBe("01iz");
  expect(trendPath("01iz", 16)).toBe("M0 16V16h4V15h4V8h4V0h4V16z");
  expect(trendLine("01iz", 16)).toBe("M0 15L4 15L8 8L12 1");
  expect(packTrend([0, 0])).toBe("00");
});
