import { expect, test } from "vitest";
import { dayMs } from "#server/domain/time.ts";
import type { DigestEvent } from "./digest-event.ts";
import { placeLateEvents } from "./place-late-events.ts";

const midnight = Date.UTC(2026, 10, 21);
const event = (at: number) => ({ at, receivedAt: midnight + 1_000 }) as DigestEvent;

test("late events are filed under their receipt when their day is closed", async () => {
  const asked: number[] = [];
  const acceptsLate = async (late: { at: number }[]) => {
    asked.push(...late.map(({ at }) => at));
    return late.map(({ at }) => at > midnight - 2 * dayMs);
  };
  const [today, yesterday, gone] = [midnight + 5, midnight - 5, midnight - 9 * dayMs];
  const placed = await placeLateEvents({ acceptsLate }, [today, yesterday, gone].map(event));
  expect(placed.map(({ at }) => at)).toEqual([today, yesterday, midnight + 1_000]);
  expect(asked).toEqual([yesterday, gone]);
});

test("an ordinary batch queries nothing", async () => {
  const events = [event(midnight + 5), event(midnight)];
  const acceptsLate = async () => expect.fail("asked");
  expect(await placeLateEvents({ acceptsLate }, events)).toBe(events);
});
