import { expect, test } from "vitest";
import { processStatusOf } from "./process-status.ts";

const figures = { requests: 1, bytes: 9, oldestMs: 0.25, drainedPerMs: 0, full: false };

test("what waits came at a whole millisecond, the earlier one: nothing is called stored that is not", () => {
  const { storedUpTo } = processStatusOf("a", figures, 1_000);
  expect(storedUpTo).toBe(999);
});
