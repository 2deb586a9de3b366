import { expect, test } from "vitest";
import { standingOf } from "./standing-of.ts";

test("what waits came at a whole millisecond, the earlier one: nothing is called stored that is not", () => {
  const { storedUpTo } = standingOf("a", { requests: 1, bytes: 9, oldestMs: 0.25 }, 1_000);
  expect(storedUpTo).toBe(999);
});
