import { expect, test } from "vitest";
import { dayMs } from "#server/domain/time.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import { lateHoursUntil, moveLateHours } from "#server/storage/traffic/late-hours.ts";
import { repeatTimes, acceptsLate } from "./late-events.ts";

const noon = Date.UTC(2026, 10, 21, 12);
const hourMs = 3_600_000;
const id = 7 as ProjectId;
const late = (days: number) => ({ projectId: id, receivedAt: noon, at: noon - days * dayMs });

test("a late event is accepted within instance and project retention", () => {
  const facts = { settings: new Map([[7, "{}"]]), limits: JSON.stringify({ eventDays: 20 }) };
  expect([acceptsLate(late(20), facts), acceptsLate(late(21), facts)]).toEqual([true, false]);
  const shorter = {
    ...facts,
    settings: new Map([[7, JSON.stringify({ retention: { eventDays: 8 } })]]),
  };
  expect([acceptsLate(late(8), shorter), acceptsLate(late(9), shorter)]).toEqual([true, false]);
});

test("a late event is not accepted on or before a deleted day", () => {
  const facts = { settings: new Map<number, string>(), droppedUpTo: "2026-11-16" };
  expect([4, 5, 6].map((days) => acceptsLate(late(days), facts))).toEqual([true, false, false]);
});

test("duplicates are looked up on two days, and late events' on their day too", () => {
  expect(repeatTimes({})).toBeUndefined();
  expect(repeatTimes({ receivedAt: noon, at: noon - hourMs })).toEqual([noon, noon - dayMs]);
  expect(repeatTimes(late(9))).toEqual([
    noon,
    noon - dayMs,
    noon - 9 * dayMs - 60_000,
    noon - 9 * dayMs + 60_000,
  ]);
});

test("late events count in the hour of receipt: the current or previous one", () => {
  expect(lateHoursUntil(noon + 5)).toEqual({ from: noon - hourMs, before: noon + hourMs });
  const series = [7, 1, 1];
  const late = (happened: number, received: number) => ({
    issueId: 1,
    happenedIn: noon + happened * hourMs,
    receivedIn: noon + received * hourMs,
    count: 2,
  });
  moveLateHours(series, [late(-2, -1), late(-2, 0), late(-9, 0)], noon + 5);
  expect(series).toEqual([3, 3, 5]);
});
