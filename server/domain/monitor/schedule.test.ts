import { assert, constant, constantFrom, integer, oneof, property, record } from "fast-check";
import { expect, test } from "vitest";
import { addInterval, intervalUnits } from "./interval.ts";
import { checkTimetable, crontabFault, nextAfter, nextTimes, type Timetable } from "./schedule.ts";

const berlin = (expression: string): Timetable => ({
  schedule: { kind: "crontab", expression },
  timeZone: "Europe/Berlin",
});
const times = (timetable: Timetable, after: string, count: number) =>
  nextTimes(timetable, Date.parse(after), count).map((at) =>
    new Date(at).toISOString().slice(5, 16),
  );

test("a time skipped in spring runs once after the gap", () => {
  expect(times(berlin("30 2 * * *"), "2026-03-28T00:00Z", 3)).toEqual([
    "03-28T01:30",
    "03-29T01:00",
    "03-30T00:30",
  ]);
  expect(times(berlin("*/30 * * * *"), "2026-03-29T00:00Z", 3)).toEqual([
    "03-29T00:30",
    "03-29T01:00",
    "03-29T01:30",
  ]);
});

test("a repeated hour runs a fixed time once and a wildcard twice", () => {
  expect(times(berlin("30 2 * * *"), "2026-10-24T12:00Z", 2)).toEqual([
    "10-25T00:30",
    "10-26T01:30",
  ]);
  expect(times(berlin("*/30 * * * *"), "2026-10-25T00:00Z", 4)).toEqual([
    "10-25T00:30",
    "10-25T01:00",
    "10-25T01:30",
    "10-25T02:00",
  ]);
});

test("daily intervals keep their time, monthly ones clamp to the last day", () => {
  const after = (at: string, every: number, unit: (typeof intervalUnits)[number]) =>
    new Date(addInterval(Date.parse(at), { every, unit }, "Europe/Berlin"))
      .toISOString()
      .slice(0, 16);
  expect(after("2026-03-28T08:00Z", 1, "day")).toBe("2026-03-29T07:00");
  expect(after("2026-03-28T01:30Z", 1, "day")).toBe("2026-03-29T01:30");
  expect(after("2026-03-28T08:00Z", 24, "hour")).toBe("2026-03-29T08:00");
  expect(after("2026-10-24T08:00Z", 1, "week")).toBe("2026-10-31T09:00");
  expect(after("2026-01-31T11:00Z", 1, "month")).toBe("2026-02-28T11:00");
  expect(after("2028-02-29T11:00Z", 1, "year")).toBe("2029-02-28T11:00");
});

test("names and nicknames are supported", () => {
  expect(times(berlin("0 9 * JAN MON-FRI"), "2026-01-02T12:00Z", 2)).toEqual([
    "01-05T08:00",
    "01-06T08:00",
  ]);
  expect(times(berlin("@daily"), "2026-01-02T12:00Z", 1)).toEqual(["01-02T23:00"]);
});

test.each([
  ["* * * *", "five fields"],
  ["0 0 0 * * *", "This one has 6"],
  ["61 * * * *", "minute"],
  ["0 0 31 2 *", "never runs"],
  ["@reboot", "can't be parsed"],
  ["every day", "five fields"],
])("%s is refused with a message", (expression, words) => {
  expect(crontabFault(expression, Date.UTC(2026, 0, 1))).toContain(words);
});

test("an unknown time zone is named", () => {
  const timetable = { ...berlin("@daily"), timeZone: "Europe/Atlantis" };
  expect(checkTimetable(timetable, 0)).toMatchObject({ problem: "invalid", causes: ["timeZone"] });
  expect(checkTimetable(berlin("@daily"), 0)).toBeUndefined();
});

test("the next run is always in the future", () => {
  const zones = constantFrom(
    "UTC",
    "Europe/Berlin",
    "America/New_York",
    "Australia/Lord_Howe",
    "Asia/Kathmandu",
  );
  const interval = record({
    kind: constant("interval" as const),
    every: integer({ min: 1, max: 50 }),
    unit: constantFrom(...intervalUnits),
  });
  const crontab = constantFrom(
    "* * * * *",
    "30 2 * * *",
    "*/7 1-4 * * *",
    "0 0 1 * *",
    "15 2 * * SUN",
  ).map((expression) => ({ kind: "crontab" as const, expression }));
  const at = integer({ min: Date.UTC(2025, 0, 1), max: Date.UTC(2029, 0, 1) });
  assert(
    property(oneof(interval, crontab), zones, at, (schedule, timeZone, after) => {
      expect(nextAfter({ schedule, timeZone }, after)).toBeGreaterThan(after);
    }),
  );
});
