import { expect, test } from "vitest";
import { readTime } from "./time-range.ts";

const now = Date.UTC(2026, 10, 21);

test.each([
  ["24h", now - 86_400_000],
  ["-7d", now - 7 * 86_400_000],
  ["2w", now - 14 * 86_400_000],
  ["2026-11-20", Date.UTC(2026, 10, 20)],
  ["2026-11-20T10:00:00Z", Date.UTC(2026, 10, 20, 10)],
  [String(now), now],
  ["soon", undefined],
  ["", undefined],
  [null, undefined],
])("%s is %s", (text, expected) => {
  expect(readTime(text, now)).toBe(expected);
});
