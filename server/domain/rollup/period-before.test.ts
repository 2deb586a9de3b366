import { expect, test } from "vitest";
import { coverOf } from "./cover.ts";
import { periodBefore, recordedSince } from "./period-before.ts";
import { tierStarts } from "./tier.ts";
import type { Window } from "./window.ts";

const now = Date.UTC(2026, 10, 21, 12, 7);
const hourMs = 3_600_000;
const cover = async (window: Window) => coverOf(window, tierStarts(now));

test.each([1, 5, 24, 30, 168, 720, 4_000])(
  "the period before %i hours is as long and outside of them",
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

test("what is compared with must have been recorded for half of its time", () => {
  const before = { since: 9_600 * hourMs, until: 9_700 * hourMs };
  const soon = 9_800 * hourMs;
  expect(recordedSince(before, soon, 0)).toBe(before.since);
  expect(recordedSince(before, soon, 9_640 * hourMs)).toBe(9_640 * hourMs);
  expect(recordedSince(before, soon, 9_660 * hourMs)).toBeUndefined();
  expect(recordedSince(before, (9_600 + 20 + 9_600) * hourMs, 0), "400 days are kept").toBe(9_620 * hourMs);
  expect(recordedSince(before, soon, 9_710 * hourMs), "telemetry from before the project").toBe(before.since);
});
