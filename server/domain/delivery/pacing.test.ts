import { describe, expect, test } from "vitest";
import { hourMs } from "#server/domain/time.ts";
import { gatherMs, paceOf } from "./pacing.ts";

const noon = Date.UTC(2026, 10, 20, 12);
const minute = 60_000;
const waitingSince = (firstAt: number) => ({ firstAt, count: 1 });
const send = { kind: "send", why: {} };

/** Sends notices at these times and returns when messages are sent, checking every second. */
function play(
  cameAt: number[],
  mostPerHour: number,
  seconds: number,
): { at: number; count: number; heldBack: boolean }[] {
  const sent: { at: number; count: number; heldBack: boolean }[] = [];
  let waiting: number[] = [];
  for (let now = noon; now < noon + seconds * 1000; now += 1000) {
    waiting = [...waiting, ...cameAt.filter((at) => at === now)];
    const [firstAt] = waiting;
    if (firstAt === undefined) continue;
    const sentAt = sent.map(({ at }) => at).filter((at) => at >= now - 2 * hourMs);
    const pacing = paceOf({ firstAt, count: waiting.length }, { mostPerHour }, sentAt, now);
    if (pacing.kind === "wait") continue;
    sent.push({ at: now, count: waiting.length, heldBack: pacing.why.heldBack === true });
    waiting = [];
  }
  return sent;
}

test("the first is sent at once, the next ones within half a minute together", () => {
  const sent = play(
    [0, 1, 2, 15, 40, 200].map((second) => noon + second * 1000),
    100,
    300,
  );
  expect(sent.map(({ at, count }) => [(at - noon) / 1000, count])).toEqual([
    [0, 1],
    [gatherMs / 1000, 3],
    [60, 1],
    [200, 1],
  ]);
});

test("the hourly limit holds, and the excess is sent once when possible", () => {
  const flood = Array.from({ length: 90 }, (_, index) => noon + index * minute);
  const sent = play(flood, 10, 2 * 3600 + 60);
  expect(sent.slice(0, 10).every(({ count, heldBack }) => count === 1 && !heldBack)).toBe(true);
  expect(sent[10]).toEqual({ at: noon + hourMs, count: 51, heldBack: true });
  for (const { at } of sent)
    expect(
      sent.filter((each) => each.at >= at && each.at < at + hourMs).length,
    ).toBeLessThanOrEqual(10);
  expect(sent.reduce((sum, { count }) => sum + count, 0)).toBe(90);
});

test("quiet hours send nothing, and pending notices go together afterwards", () => {
  const quiet = { from: "22:00", to: "07:00", timeZone: "Europe/Berlin" } as const;
  const pace = { mostPerHour: 10, quiet };
  const night = Date.parse("2026-11-20T23:00:00Z");
  const morning = Date.parse("2026-11-21T06:00:00Z");
  expect(paceOf(waitingSince(night), pace, [], night)).toEqual({
    kind: "wait",
    until: morning,
    because: "quiet hours",
  });
  expect(paceOf(waitingSince(night), pace, [], morning - 1)).toMatchObject({ kind: "wait" });
  expect(paceOf(waitingSince(night), pace, [], morning)).toEqual(send);
});

describe("digests are sent in the morning", () => {
  const tokyo = { from: "00:00", to: "00:00", timeZone: "Asia/Tokyo" } as const;
  const eight = Date.parse("2026-11-20T23:00:00Z");

  test("of the time zone, once, with all earlier notices", () => {
    const pace = { mostPerHour: 1, digest: "day", quiet: tokyo } as const;
    expect(paceOf(waitingSince(noon), pace, [noon - minute], eight - 1)).toEqual({
      kind: "wait",
      until: eight,
      because: "digest",
    });
    expect(paceOf(waitingSince(noon), pace, [], eight)).toEqual({
      kind: "send",
      why: { digest: "day" },
    });
    expect(paceOf(waitingSince(eight), pace, [eight], eight + 1000)).toMatchObject({
      until: eight + 24 * hourMs,
    });
  });

  test("of a Monday", () => {
    const pace = { mostPerHour: 1, digest: "week" } as const;
    const monday = Date.parse("2026-11-23T08:00:00Z");
    expect(paceOf(waitingSince(noon), pace, [], noon)).toMatchObject({ until: monday });
    expect(paceOf(waitingSince(noon), pace, [], monday)).toEqual({
      kind: "send",
      why: { digest: "week" },
    });
  });

  test("not before the quiet hours end", () => {
    const quiet = { from: "22:00", to: "10:00", timeZone: "UTC" } as const;
    const pace = { mostPerHour: 1, digest: "day", quiet } as const;
    const ten = Date.parse("2026-11-21T10:00:00Z");
    expect(paceOf(waitingSince(noon), pace, [], ten - minute)).toEqual({
      kind: "wait",
      until: ten,
      because: "quiet hours",
    });
    expect(paceOf(waitingSince(noon), pace, [], ten)).toEqual({
      kind: "send",
      why: { digest: "day" },
    });
  });
});
