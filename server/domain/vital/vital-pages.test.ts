import { expect, test } from "vitest";
import { figuresByVital, gatherVitals } from "./vital-figures.ts";
import {
  parseVitalSort,
  printVitalSort,
  sortVitalPages,
  vitalDevices,
  vitalPages,
  type VitalRow,
} from "./vital-pages.ts";
import { readVitalQuery } from "./vital-query.ts";
import { countVital, emptyVitalRollup } from "./vital-rollup.ts";
import type { DeviceClass, VitalName } from "./vital.ts";

function row(
  route: string,
  vital: VitalName,
  values: number[],
  device: DeviceClass = "desktop",
): VitalRow {
  const rollup = emptyVitalRollup();
  for (const value of values) countVital(rollup, vital, value);
  return { route, device, vital, rollup };
}

const rows = [
  row("/cart", "lcp", [1_000, 2_000, 3_000]),
  row("/cart", "lcp", [5_000], "mobile"),
  row("/cart", "cls", [0.05, 0.3]),
  row("/", "ttfb", [100, 200, 300, 400, 500]),
];

test("three of four visits are within the figure, rated by published bounds", () => {
  const { lcp, cls } = figuresByVital(gatherVitals(rows, () => 0).get(0)!);
  expect(lcp).toMatchObject({
    count: 4,
    good: 2,
    needsImprovement: 1,
    poor: 1,
    rating: "needs-improvement",
  });
  expect(lcp!.p75).toBeCloseTo(3_000, -2);
  expect(cls).toMatchObject({ count: 2, good: 1, poor: 1, rating: "poor" });
  expect(cls!.p75).toBeCloseTo(0.3, 2);
});

test("pages and devices count visits of their most reported vital", () => {
  expect(vitalPages(rows).map(({ route, visits }) => [route, visits])).toEqual([
    ["/cart", 4],
    ["/", 5],
  ]);
  expect(vitalDevices(rows).map(({ device, visits }) => [device, visits])).toEqual([
    ["desktop", 5],
    ["mobile", 1],
  ]);
  expect(vitalPages([row("/gone", "lcp", [])]), "what was moved away").toEqual([]);
});

test("unmeasured values sort last in either order", () => {
  const order = (text: string) =>
    sortVitalPages(vitalPages(rows), parseVitalSort(text)!).map(({ route }) => route);
  expect(order("visits")).toEqual(["/", "/cart"]);
  expect(order("-visits")).toEqual(["/cart", "/"]);
  expect(order("page")).toEqual(["/", "/cart"]);
  expect(order("lcp")).toEqual(["/cart", "/"]);
  expect(order("-lcp")).toEqual(["/cart", "/"]);
  expect(parseVitalSort("fid")).toBeUndefined();
  expect(printVitalSort(parseVitalSort("-page")!)).toBe("-page");
});

test("the window is a week by default, and unknown values are ignored", () => {
  const now = Date.UTC(2026, 10, 21);
  const { window, device, route } = readVitalQuery(new URLSearchParams("device=watch&route="), now);
  expect(window).toEqual({ since: now - 7 * 86_400_000, until: now });
  expect(device).toBeUndefined();
  expect(route, "visits that never told their page").toBe("");
});
