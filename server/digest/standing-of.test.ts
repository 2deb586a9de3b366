import { expect, test } from "vitest";
import { idleQueue } from "./intake-state.ts";
import { standingOf } from "./standing-of.ts";

test("stored up to now when nothing waits, else up to what waits longest, in whole milliseconds", () => {
  const idle = standingOf("one", idleQueue, 1_000_000);
  expect(idle).toEqual({ name: "one", at: 1_000_000, storedUpTo: 1_000_000, waitingRequests: 0, waitingBytes: 0 });
  const busy = standingOf("one", { ...idleQueue, requests: 3, bytes: 90, oldestMs: 1_500.25 }, 1_000_000);
  expect(busy).toMatchObject({ storedUpTo: 998_499, waitingRequests: 3, waitingBytes: 90 });
});
