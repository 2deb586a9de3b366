import * as v from "valibot";
import { expect, test } from "vitest";
import { keptPercent, keptPercentField } from "./kept-percent.ts";

test.each([
  ["10", 0.1],
  [" 12.5 % ", 0.125],
  ["12,5", 0.125],
  ["0", 0],
  ["100.0", 1],
])("%j is %f of the traces", (text, share) => {
  expect(v.parse(keptPercentField, text)).toBeCloseTo(share, 10);
  expect(Number(keptPercent(share))).toBeCloseTo(share * 100, 10);
});

test.each(["", "ten", "-1", "101", "100.1", "1.25", "1e1", "NaN"])("%j is refused", (text) =>
  expect(v.safeParse(keptPercentField, text).success).toBe(false),
);
