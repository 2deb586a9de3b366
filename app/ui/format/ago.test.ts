import { expect, test } from "vitest";
import { ago, agoShort, clock, utc } from "./ago.ts";

const now = Date.UTC(2026, 10, 21, 14, 3, 7, 112);
const before = (seconds: number) => now - seconds * 1000;

test("times are relative when recent, and dates later", () => {
  const told = [0, 59, 60, 3599, 3600, 86_399, 86_400, 7 * 86_400, 8 * 86_400, 400 * 86_400].map(
    (s) => ago(before(s), now),
  );
  expect(told).toEqual([
    "just now",
    "just now",
    "1 minute ago",
    "59 minutes ago",
    "1 hour ago",
    "23 hours ago",
    "1 day ago",
    "7 days ago",
    "Nov 13",
    "Oct 17, 2025",
  ]);
});

test("columns use the short form, and future times are marked", () => {
  expect(agoShort(before(240), now)).toBe("4m");
  expect(agoShort(before(3 * 3600), now)).toBe("3h");
  expect(ago(before(-7 * 86_400 + 2), now)).toBe("in 7 days");
  expect(ago(before(-3_598), now)).toBe("in 1 hour");
  expect(ago(before(-7200), now)).toBe("in 2 hours");
  expect(agoShort(before(-7200), now)).toBe("in 2h");
});

test("absolute times are labeled UTC", () => {
  expect(utc(now)).toBe("2026-11-21 14:03:07 UTC");
  expect(clock(now)).toBe("14:03:07.112");
});
