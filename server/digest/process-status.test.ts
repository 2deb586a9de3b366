import { expect, test } from "vitest";
import { processStatusOf } from "./process-status.ts";

const figures = { requests: 1, bytes: 9, oldestMs: 0.25, drainedPerMs: 0, full: false };

test("the oldest waiting time rounds down to a millisecond", () => {
  const { storedUpTo } = processStatusOf("a", figures, 1_000);
  expect(storedUpTo).toBe(999);
});
