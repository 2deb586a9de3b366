import { expect, test } from "vitest";
import { waitUntilCounted } from "./wait-until-counted.ts";

/** Returns counts in turn, and then the last one. */
const saying = (...counts: number[]) => {
  let looks = 0;
  return { count: async () => counts[Math.min(looks++, counts.length - 1)]!, looks: () => looks };
};
const patience = { pause: async () => {}, looks: 3 };

test("waits as long as the count still grows", async () => {
  expect(await waitUntilCounted(saying(0, 0, 0, 1, 1, 1, 2, 2, 2, 9).count, 9, patience)).toBe(9);
});

test("gives up after several checks without a change", async () => {
  const { count, looks } = saying(0, 5);
  expect(await waitUntilCounted(count, 9, patience)).toBe(5);
  expect(looks()).toBe(5);
});
