import { expect, test } from "vitest";
import { dayMs } from "#server/domain/time.ts";
import { nextTry, retryAfterMs } from "./back-off.ts";
import { outcomeOf } from "./outcome.ts";

/** All attempts for a receiver that never succeeds, in seconds after the first. */
function tries(chance: number): number[] {
  const at = [0];
  for (let due: number | undefined = 0; due !== undefined;) {
    due = nextTry({ tries: at.length, since: 0, now: at.at(-1)!, chance });
    if (due !== undefined) at.push(due);
  }
  return at.map((ms) => ms / 1000);
}

test("delays triple up to an hour, for a day", () => {
  const middle = tries(0.5);
  expect(middle.slice(0, 8)).toEqual([0, 10, 40, 130, 400, 1_210, 3_640, 7_240]);
  expect(middle.at(-1)).toBeGreaterThan(86_400 - 3_600);
  expect(middle.at(-1)).toBeLessThanOrEqual(86_400);
});

test("jitter spreads each delay by a fifth to either side", () => {
  expect([tries(0)[1], tries(1)[1]]).toEqual([8, 12]);
  expect(tries(0)[2]! - tries(0)[1]!).toBe(24);
});

test("Retry-After is respected, or the delivery fails if it is too late", () => {
  const failing = { tries: 1, since: 0, now: 1_000, chance: 0.5 };
  expect(nextTry({ ...failing, retryAfterMs: 600_000 })).toBe(601_000);
  expect(nextTry({ ...failing, retryAfterMs: 1 })).toBe(11_000);
  expect(nextTry({ ...failing, retryAfterMs: dayMs })).toBeUndefined();
});

test("Retry-After is seconds or a date", () => {
  const now = Date.parse("Fri, 20 Nov 2026 12:00:00 GMT");
  expect(retryAfterMs("120", now)).toBe(120_000);
  expect(retryAfterMs("Fri, 20 Nov 2026 12:01:00 GMT", now)).toBe(60_000);
  expect(retryAfterMs("Fri, 20 Nov 2026 11:00:00 GMT", now)).toBe(0);
  for (const none of [undefined, "", "soon"]) expect(retryAfterMs(none, now)).toBeUndefined();
});

test("response codes are classified", () => {
  const kinds = [200, 204, 304, 400, 401, 404, 408, 410, 425, 429, 500, 503].map((status) => [
    status,
    outcomeOf(status, "").kind,
  ]);
  expect(kinds.filter(([, kind]) => kind === "delivered").map(([status]) => status)).toEqual([
    200, 204,
  ]);
  expect(kinds.filter(([, kind]) => kind === "unsettled").map(([status]) => status)).toEqual([
    408, 425, 429, 500, 503,
  ]);
  expect(outcomeOf(503, "busy", 5_000)).toEqual({
    kind: "unsettled",
    answer: "The server responded with 503: busy.",
    retryAfterMs: 5_000,
  });
  expect(outcomeOf(400, ` no\n\tgood${" x".repeat(300)}`).answer).toMatch(
    /^The server responded with 400: no good( x)+ …\.$/,
  );
});
