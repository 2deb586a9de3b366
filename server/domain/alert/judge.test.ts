import { array, assert, constantFrom, property } from "fast-check";
import { expect, test } from "vitest";
import { judge } from "./judge.ts";
import type { Firing } from "./rule.ts";

const hourMs = 3_600_000;
const settleMs = 600_000;

/** Simulates readings a minute apart; returns the notifications in order. */
function live(readings: (boolean | undefined)[]): { at: number; verdict: string }[] {
  const told: { at: number; verdict: string }[] = [];
  let firing: Firing | undefined;
  readings.forEach((isTrue, minute) => {
    const now = minute * 60_000;
    const verdict = judge(firing, isTrue, { now, settleMs });
    if (verdict === "stay") return;
    told.push({ at: now, verdict });
    if (verdict === "tell") firing = { subject: "s", from: now, toldAt: now };
    else if (verdict === "remind") firing = { ...firing!, toldAt: now };
    else firing = undefined;
  });
  return told;
}

test("a lasting condition notifies once, with a daily reminder", () => {
  const days = live(Array.from({ length: 49 * 60 }, () => true));
  expect(days).toEqual([
    { at: 0, verdict: "tell" },
    { at: 24 * hourMs, verdict: "remind" },
    { at: 48 * hourMs, verdict: "remind" },
  ]);
});

test("firing and recovery alternate and respect the settle time for any input", () => {
  const reading = constantFrom(true, false, undefined);
  assert(
    property(array(reading, { maxLength: 300 }), (readings) => {
      const told = live(readings);
      told.forEach(({ at, verdict }, index) => {
        const before = told[index - 1];
        expect(verdict).toBe(before?.verdict === "tell" ? "recovered" : "tell");
        if (verdict === "recovered") expect(at - before!.at).toBeGreaterThanOrEqual(settleMs);
        // A notification is only sent while its condition is true.
        expect(readings[at / 60_000]).toBe(verdict === "tell");
      });
    }),
  );
});

test("a missing subject is forgotten after a day without a notification", () => {
  const told = live([true, ...Array.from({ length: 24 * 60 }, () => undefined)]);
  expect(told.map(({ verdict }) => verdict)).toEqual(["tell", "forget"]);
});
