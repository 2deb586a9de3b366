/**
 * How attempts that fail are slowed down (SPEC section 9). What is counted is a pair, an account
 * and where one asks from: anyone who hammers an account from elsewhere does not keep its owner
 * out, nor others behind the same address. Beside it an address is counted over all accounts
 * (`addressRule`), for those who try one password on many.
 */
export type ThrottleState = {
  /** Attempts that failed or have not ended yet. */
  failures: number;
  /** Of the first of them. */
  since: number;
  /** No attempt is let through before. */
  until: number;
  /** From then on it is as if nothing had happened. */
  forgetAt: number;
};

export type ThrottleRule = {
  free: number;
  windowMs: number;
  firstWaitMs: number;
  longestWaitMs: number;
};

const minuteMs = 60_000;

/**
 * 10 in 15 minutes; then half a minute, and twice as long after each further failure, an hour at
 * most.
 */
export const attemptRule: ThrottleRule = {
  free: 10,
  windowMs: 15 * minuteMs,
  firstWaitMs: minuteMs / 2,
  longestWaitMs: 60 * minuteMs,
};

/**
 * Of one address, no matter which accounts it tries: as many as an office has in a bad quarter of
 * an hour. Then half a minute, and twice as long after each further failure, a quarter of an hour
 * at most.
 */
export const addressRule: ThrottleRule = {
  free: 100,
  windowMs: 15 * minuteMs,
  firstWaitMs: minuteMs / 2,
  longestWaitMs: 15 * minuteMs,
};

/** Milliseconds until the next attempt is let through; 0: now. */
export function waitMs(state: ThrottleState | undefined, now: number): number {
  return state === undefined ? 0 : Math.max(0, state.until - now);
}

/**
 * What an attempt at `now` makes of the state; undefined: one has to wait. It counts as failed
 * before it is judged and is forgiven afterwards, so that a hundred attempts at once are a hundred.
 */
export function afterAttempt(
  before: ThrottleState | undefined,
  now: number,
  rule: ThrottleRule = attemptRule,
): ThrottleState | undefined {
  if (waitMs(before, now) > 0) return undefined;
  const fresh = before === undefined || before.forgetAt <= now;
  const failures = fresh ? 1 : before.failures + 1;
  const since = fresh ? now : before.since;
  if (failures < rule.free) return { failures, since, until: now, forgetAt: since + rule.windowMs };
  const until = now + Math.min(rule.firstWaitMs * 2 ** (failures - rule.free), rule.longestWaitMs);
  return { failures, since, until, forgetAt: until + rule.windowMs };
}

/**
 * An attempt that succeeded after all: it no longer counts, and those before it still do. Nothing
 * waits for it, because a wait that was there before had passed when the attempt was let through.
 */
export function afterSuccess(
  before: ThrottleState | undefined,
  now: number,
): ThrottleState | undefined {
  return (
    before && {
      ...before,
      failures: Math.max(0, before.failures - 1),
      until: Math.min(before.until, now),
    }
  );
}
