import { expect, test } from "vitest";
import { processStatusOf } from "./process-status.ts";

const figures = { requests: 1, bytes: 9 };

test("the oldest waiting time rounds down to a millisecond", () => {
  const { storedUpTo } = processStatusOf(
    "a",
    figures,
    { heldBack: [], othersOldestMs: 0.25 },
    1_000,
  );
  expect(storedUpTo).toBe(999);
});
