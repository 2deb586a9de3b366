import { expect, test } from "vitest";
import { afterAttempt, attemptRule, type ThrottleState, waitMs } from "./throttle.ts";

const minuteMs = 60_000;

/** `count` failures a second apart, each as soon as it is allowed. */
function failed(count: number, from = 0): { state: ThrottleState; at: number } {
  let state: ThrottleState | undefined;
  let at = from;
  for (let failure = 0; failure < count; failure++) {
    at += 1000 + waitMs(state, at);
    state = afterAttempt(state, at);
  }
  return { state: state!, at };
}

test("the tenth failure causes a delay, which then grows", () => {
  expect(waitMs(failed(9).state, failed(9).at)).toBe(0);
  const waits = [10, 11, 12, 13, 17, 40].map(
    (count) => waitMs(failed(count).state, failed(count).at) / minuteMs,
  );
  expect(waits).toEqual([0.5, 1, 2, 4, 60, 60]);
});

test("a delayed attempt is refused without extending the delay", () => {
  const { state, at } = failed(10);
  expect(afterAttempt(state, at + 29_999)).toBeUndefined();
  expect(afterAttempt(state, at + 30_000)).toMatchObject({ failures: 11 });
});

test("failures are forgotten 15 minutes after the first or after the delay", () => {
  const { state } = failed(9);
  expect(afterAttempt(state, state.since + attemptRule.windowMs - 1)).toMatchObject({
    failures: 10,
  });
  expect(afterAttempt(state, state.since + attemptRule.windowMs)).toMatchObject({ failures: 1 });
  const later = failed(12).state;
  expect(afterAttempt(later, later.until + attemptRule.windowMs - 1)).toMatchObject({
    failures: 13,
  });
  expect(afterAttempt(later, later.until + attemptRule.windowMs)).toMatchObject({ failures: 1 });
});
