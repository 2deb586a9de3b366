import { expect, test } from "vitest";
import { intervalMs, isOverdue, lastTime, parseTimes, timesText } from "./schedule.ts";

const at = (text: string) => Date.parse(`2026-11-${text}Z`);
const hourMs = 3_600_000;

test("reads times of day in any order, and nothing else", () => {
  expect(parseTimes("02:00")).toEqual([120]);
  expect(parseTimes("14:30, 02:00,14:30")).toEqual([120, 870]);
  for (const wrong of ["", "2:00", "24:00", "02:60", "02:00,", "0 2 * * *"])
    expect(parseTimes(wrong)).toBeUndefined();
});

test("prints them for people", () => {
  expect(timesText({ minutes: [0] })).toBe("00:00 UTC");
  expect(timesText({ minutes: [120, 480, 870] })).toBe("02:00, 08:00 and 14:30 UTC");
});

test("finds the last scheduled time, including yesterday's", () => {
  const minutes = [120, 870];
  expect(lastTime({ minutes }, at("23T02:00:00"))).toBe(at("23T02:00:00"));
  expect(lastTime({ minutes }, at("23T14:29:59"))).toBe(at("23T02:00:00"));
  expect(lastTime({ minutes }, at("23T01:59:59"))).toBe(at("22T14:30:00"));
});

test("the interval is the longest time between two backups", () => {
  expect(intervalMs({ minutes: [120] })).toBe(24 * hourMs);
  expect(intervalMs({ minutes: [120, 840] })).toBe(12 * hourMs);
  expect(intervalMs({ minutes: [0, 60] })).toBe(23 * hourMs);
});

test("a backup is overdue after two intervals or if none exists", () => {
  const schedule = { folder: "/backups", minutes: [120], keep: 7 };
  expect(isOverdue(schedule, at("21T02:00:00"), at("23T02:00:00"))).toBe(false);
  expect(isOverdue(schedule, at("21T02:00:00"), at("23T02:00:01"))).toBe(true);
  expect(isOverdue(schedule, undefined, 0)).toBe(true);
});
