import { expect, test } from "vitest";
import { dayMs } from "#server/domain/time.ts";
import { daysLeft } from "./forecast.ts";
import { defaultLimits, type RetentionLimits } from "./limits.ts";
import { lossUnder } from "./loss.ts";
import { dayName, type KeptDay, planRetention } from "./plan.ts";

const noon = Date.UTC(2026, 10, 21, 12);
const day = (ago: number) => dayName(noon - ago * dayMs);

/** A day of a hundred bytes for each age in days. */
const daysAgo = (...ago: number[]): KeptDay[] =>
  ago.map((each) => ({ day: day(each), bytes: 100, thinned: false }));

const limitsOf = (limits: Partial<RetentionLimits>): RetentionLimits => ({
  ...defaultLimits,
  ...limits,
});
const dropped = (days: KeptDay[], limits: Partial<RetentionLimits>, now = noon) =>
  planRetention(days, limitsOf(limits), now).drop.map(({ day: name, why }) => `${name} ${why}`);

test("days beyond retention are deleted, oldest first", () => {
  const days = daysAgo(0, 29, 30, 31, 90);
  expect(dropped(days, {})).toEqual([`${day(90)} age`, `${day(31)} age`]);
  expect(dropped(days, {}, Date.UTC(2026, 10, 22) - 1)).toEqual(dropped(days, {}));
  expect(dropped(days, {}, Date.UTC(2026, 10, 22))).toEqual([
    `${day(90)} age`,
    `${day(31)} age`,
    `${day(30)} age`,
  ]);
});

test("an interrupted deletion continues with its day", () => {
  for (const eventDays of [1, 2, 30, 400]) {
    const limits = limitsOf({ eventDays });
    const left = daysLeft(day(1), limits, noon);
    expect(dropped(daysAgo(1, 0), limits, noon + left * dayMs)).toEqual([`${day(1)} age`]);
    expect(dropped(daysAgo(1, 0), limits, noon + (left - 1) * dayMs)).toEqual([]);
  }
});

test("beyond a size limit the oldest days are deleted until it fits", () => {
  const days = daysAgo(0, 1, 2, 3, 4);
  expect(dropped(days, { telemetryBytes: 500 })).toEqual([]);
  expect(dropped(days, { telemetryBytes: 499 })).toEqual([`${day(4)} size`]);
  expect(dropped(days, { telemetryBytes: 300 })).toEqual([`${day(4)} size`, `${day(3)} size`]);
  expect(dropped(daysAgo(0, 1, 40), { telemetryBytes: 200 })).toEqual([`${day(40)} age`]);
});

test("today, yesterday, and future days always stay", () => {
  expect(dropped(daysAgo(-3, -1, 0, 1, 2), { eventDays: 1, telemetryBytes: 1 })).toEqual([
    `${day(2)} age`,
  ]);
  expect(dropped(daysAgo(0, 1), { eventDays: 1, telemetryBytes: 1 })).toEqual([]);
  expect(dropped([], { telemetryBytes: 1 })).toEqual([]);
});

test("near the limit the oldest complete day is downsampled, except protected days", () => {
  const thin = (days: KeptDay[], telemetryBytes?: number) =>
    planRetention(days, limitsOf({ ...(telemetryBytes && { telemetryBytes }) }), noon).thin;
  const days = daysAgo(0, 1, 2, 3);
  expect(thin(days)).toBeUndefined();
  expect(thin(days, 450)).toBeUndefined();
  expect(thin(days, 440)).toBe(day(3));
  expect(thin([...daysAgo(0, 1, 2), { ...daysAgo(3)[0]!, thinned: true }], 440)).toBe(day(2));
  expect(thin(daysAgo(0, 1), 200)).toBeUndefined();
  // Days to be deleted are not downsampled.
  expect(thin(days, 310)).toBe(day(2));
});

test("a loss is the sum of deleted data", () => {
  const days = daysAgo(0, 8, 9).map((each, n) => ({ ...each, events: n, traces: 10 * n }));
  expect(lossUnder(days, limitsOf({ eventDays: 7 }), noon)).toEqual({
    days: 2,
    bytes: 200,
    events: 3,
    traces: 30,
  });
});
