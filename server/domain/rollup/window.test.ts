import { expect, test } from "vitest";
import { minutesOf, readWindow } from "./window.ts";

const now = Date.UTC(2026, 10, 21, 12);
const hourMs = 3_600_000;
const asked = (since: string | null, until: string | null = null) =>
  readWindow({ since, until }, now);

test("the window is the last day by default", () => {
  expect(asked(null)).toEqual({ since: now - 24 * hourMs, until: now });
  expect(asked("1h")).toEqual({ since: now - hourMs, until: now });
  expect(asked("2026-11-01", "2026-11-08")).toEqual({
    since: Date.UTC(2026, 10, 1),
    until: Date.UTC(2026, 10, 8),
  });
  expect(asked(null, "7d")).toEqual({ since: now - 8 * 24 * hourMs, until: now - 7 * 24 * hourMs });
});

test("invalid values are ignored, and windows are finite and past", () => {
  for (const [since, until] of [
    ["whenever", "never"],
    ["24h", "2099-01-01"],
    ["2099-01-01", "24h"],
    ["99999w", "99999w"],
    ["99999999999999", null],
    ["1h", "30d"],
    ["0m", null],
    ["-1", "NaN"],
  ] as const) {
    const window = asked(since, until);
    expect(window.until, `${since} ${until}`).toBeLessThanOrEqual(now);
    expect(minutesOf(window), `${since} ${until}`).toBeGreaterThanOrEqual(5);
    expect(minutesOf(window), `${since} ${until}`).toBeLessThanOrEqual(400 * 24 * 60);
  }
});
