import { expect, test } from "vitest";
import { dayMs } from "#server/domain/time.ts";
import { forecast } from "./forecast.ts";
import { defaultLimits, limitsFrom } from "./limits.ts";
import { dayName } from "./plan.ts";
import { createSteadyClock } from "./steady-clock.ts";
import { isInEventShare, worthKeeping } from "./worth.ts";

const now = Date.UTC(2026, 10, 21, 12);
const daysOf = (...bytes: number[]) =>
  bytes.map((each, ago) => ({ day: dayName(now - ago * dayMs), bytes: each }));
const roomy = { now, freeBytes: 1e9 };

test("growth is the mean of the last whole days, without today", () => {
  expect(forecast(daysOf(10), defaultLimits, roomy)).toBeUndefined();
  expect(forecast(daysOf(5, 100, 200), defaultLimits, roomy)).toEqual({ bytesPerDay: 150 });
  expect(
    forecast(daysOf(5, ...Array<number>(7).fill(100), 9_000), defaultLimits, roomy)?.bytesPerDay,
  ).toBe(100);
});

test("a limit is reached after a number of days unless retention comes first", () => {
  const days = daysOf(0, 100, 100);
  expect(forecast(days, { ...defaultLimits, telemetryBytes: 1_450 }, roomy)?.limitInDays).toBe(12);
  expect(
    forecast(days, { ...defaultLimits, telemetryBytes: 5_000 }, roomy)?.limitInDays,
  ).toBeUndefined();
  expect(forecast(days, { ...defaultLimits, telemetryBytes: 150 }, roomy)?.limitInDays).toBe(0);
});

test("a disk smaller than the limits is reported", () => {
  const days = daysOf(0, 100, 100);
  expect(forecast(days, defaultLimits, { now, freeBytes: 1_000 })?.diskFullInDays).toBe(10);
  expect(
    forecast(days, { ...defaultLimits, telemetryBytes: 900 }, { now, freeBytes: 1_000 })
      ?.diskFullInDays,
  ).toBe(undefined);
});

test("unreadable limits fall back to defaults, so that damage deletes nothing", () => {
  expect(limitsFrom(undefined)).toEqual(defaultLimits);
  for (const text of [
    "",
    "null",
    "[]",
    '{"eventDays":0}',
    '{"eventDays":"5","rollupDays":401,"telemetryBytes":-1}',
  ])
    expect(limitsFrom(text), text).toEqual(defaultLimits);
  expect(limitsFrom('{"eventDays":7,"telemetryBytes":9}')).toEqual({
    ...defaultLimits,
    eventDays: 7,
    telemetryBytes: 9,
  });
});

test("a jumping clock is trusted after an hour of steadiness", () => {
  const isSteady = createSteadyClock();
  const [minute, hour] = [60_000, 3_600_000];
  expect(isSteady(now, 0)).toBe(true);
  expect(isSteady(now + minute, minute)).toBe(true);
  expect(isSteady(now + 400 * dayMs, 2 * minute)).toBe(false);
  expect(isSteady(now + 400 * dayMs + minute, 3 * minute)).toBe(false);
  expect(isSteady(now + 4 * minute, 4 * minute)).toBe(false);
  expect(isSteady(now + hour, hour)).toBe(false);
  expect(isSteady(now + hour + 5 * minute, hour + 5 * minute)).toBe(true);
});

test("first, last, and richest events of an issue are kept, newest among equals", () => {
  expect(worthKeeping(1, [])).toEqual(new Set([1]));
  expect(
    worthKeeping(1, [
      { id: 9, richness: 1 },
      { id: 8, richness: 5 },
      { id: 7, richness: 5 },
    ]),
  ).toEqual(new Set([1, 9, 8]));
  expect(worthKeeping(9, [{ id: 9, richness: 1 }])).toEqual(new Set([9]));
});

test("the sample matches its rate, and larger samples include smaller ones", () => {
  const ids = Array.from({ length: 5_000 }, (_, n) => n.toString(16).padStart(32, "0"));
  const small = ids.filter((id) => isInEventShare(id, 0.1));
  expect(small.length).toBeGreaterThan(400);
  expect(small.length).toBeLessThan(600);
  expect(small.every((id) => isInEventShare(id, 0.3))).toBe(true);
});
