import { expect, test } from "vitest";
import { chanceOfAtLeast } from "./exact-share.ts";

test("hypergeometric tails match published tables", () => {
  // The lady tasting tea: 4 of 8 cups, with a probability of 1 in 70 for all 4 right.
  expect(chanceOfAtLeast(4, { drawn: 4, marked: 4, all: 8 })).toBeCloseTo(1 / 70, 12);
  expect(chanceOfAtLeast(3, { drawn: 4, marked: 4, all: 8 })).toBeCloseTo(17 / 70, 12);
  expect(chanceOfAtLeast(0, { drawn: 30, marked: 3, all: 1_030 })).toBeCloseTo(1, 9);
  expect(chanceOfAtLeast(5, { drawn: 4, marked: 9, all: 20 })).toBe(0);
});

test("large counts are fast and finite", () => {
  const chance = chanceOfAtLeast(20, { drawn: 20, marked: 200_000, all: 1_000_000 });
  expect(chance).toBeGreaterThan(1e-15);
  expect(chance).toBeLessThan(0.2 ** 20 * 1.01);
});
