import { expect, test } from "vitest";
import { coverOf } from "./cover.ts";
import { periodBefore, recordedSince } from "./period-before.ts";
import { tierStarts } from "./tier.ts";
import type { Window } from "./window.ts";

const now = Date.UTC(2026, 10, 21, 12, 7);
const hourMs = 3_600_000;
const cover = async (window: Window) => coverOf(window, tierStarts(now));

test.each([1, 5, 24, 30, 168, 720, 4_000])(
  "the period before %i hours is equally long and precedes it",
  async (hours) => {
    const window = { since: now - hours * hourMs, until: now };
    const covered = await cover(window);
    const before = await periodBefore(window, covered, cover);
    expect(before.until).toBeLessThanOrEqual(covered.since);
    expect(covered.since - before.until).toBeLessThan(hourMs);
    const length = (before.until - before.since) / hourMs;
    expect(length).toBeGreaterThanOrEqual(hours);
    expect(length).toBeLessThan(hours > 168 ? hours + 24 : hours + 1.1);
  },
);

test("the day before the last 24 hours uses the same buckets", async () => {
  const covered = await cover({ since: now - 24 * hourMs, until: now });
  const before = await periodBefore({ since: now - 24 * hourMs, until: now }, covered, cover);
  expect([before.unit, before.until]).toEqual(["5-minutes", covered.since]);
});

test("a previous period must be recorded for half of its time", () => {
  const before = { since: 100, until: 200 };
  const from = (first: number) =>
    [90, 115, 140, 165, 190].map((at) => ({ at, count: at >= first ? 7 : 0 }));
  expect(recordedSince(before, from(0))).toBe(100);
  expect(recordedSince(before, from(130))).toBe(140);
  expect(recordedSince(before, from(150))).toBeUndefined();
  expect(recordedSince(before, from(500))).toBeUndefined();
});
