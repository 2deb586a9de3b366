import { expect, test } from "vitest";
import { nextClockTime, quietUntil } from "./quiet-hours.ts";

const berlin = { from: "22:00", to: "07:00", timeZone: "Europe/Berlin" } as const;
const at = (text: string) => Date.parse(text);
const until = (quiet: Parameters<typeof quietUntil>[0], text: string) => {
  const end = quietUntil(quiet, at(text));
  return end === undefined ? undefined : new Date(end).toISOString();
};

test("quiet hours may cross midnight in their time zone", () => {
  expect(until(berlin, "2026-07-01T19:59:59Z")).toBeUndefined();
  expect(until(berlin, "2026-07-01T20:00:00Z")).toBe("2026-07-02T05:00:00.000Z");
  expect(until(berlin, "2026-07-02T04:59:59Z")).toBe("2026-07-02T05:00:00.000Z");
  expect(until(berlin, "2026-07-02T05:00:00Z")).toBeUndefined();
  expect(until(berlin, "2026-12-01T20:30:00Z")).toBeUndefined();
});

test("quiet hours may lie within a day", () => {
  const lunch = { from: "12:00", to: "13:30", timeZone: "America/New_York" } as const;
  expect(until(lunch, "2026-06-01T15:59:00Z")).toBeUndefined();
  expect(until(lunch, "2026-06-01T16:00:00Z")).toBe("2026-06-01T17:30:00.000Z");
  expect(until({ ...lunch, to: "12:00" }, "2026-06-01T16:00:00Z")).toBeUndefined();
});

test("nights of clock changes are an hour shorter or longer", () => {
  expect(until(berlin, "2026-03-28T21:00:00Z")).toBe("2026-03-29T05:00:00.000Z");
  expect(until(berlin, "2026-10-24T20:00:00Z")).toBe("2026-10-25T06:00:00.000Z");
});

test("a skipped end time means the time after the gap", () => {
  const early = { ...berlin, to: "02:30" } as const;
  const end = quietUntil(early, at("2026-03-29T00:45:00Z"))!;
  expect(new Date(end).toISOString()).toBe("2026-03-29T01:00:00.000Z");
  expect(quietUntil(early, end)).toBeUndefined();
});

test("Monday morning is local", () => {
  const next = nextClockTime("08:00", "Asia/Tokyo", at("2026-11-22T22:59:59Z"), "1");
  expect(new Date(next).toISOString()).toBe("2026-11-22T23:00:00.000Z");
});
