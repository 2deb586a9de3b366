/**
 * How failed attempts are throttled. Counted per account and address, so that attacks on an account
 * from elsewhere lock out neither its owner nor others at the same address. In addition, an address
 * is counted over all accounts (`addressRule`), against trying one password on many.
 */
export type ThrottleState = {
  /** Attempts that failed or are in progress. */
  failures: number;
  /** Time of the first of them. */
  since: number;
  /** No attempt is allowed before. */
  until: number;
  /** Time at which the state is reset. */
  forgetAt: number;
};

export type ThrottleRule = {
  free: number;
  windowMs: number;
  firstWaitMs: number;
  longestWaitMs: number;
};

const minuteMs = 60_000;

/** 10 in 15 minutes; then half a minute, doubled by each further failure, up to an hour. */
export const attemptRule: ThrottleRule = {
  free: 10,
  windowMs: 15 * minuteMs,
  firstWaitMs: minuteMs / 2,
  longestWaitMs: 60 * minuteMs,
};

/**
 * For one address over all accounts: as many as an office has in a bad quarter of an hour. Then
 * half a minute, doubled by each further failure, up to a quarter of an hour.
 */
export const addressRule: ThrottleRule = {
  free: 100,
  windowMs: 15 * minuteMs,
  firstWaitMs: minuteMs / 2,
  longestWaitMs: 15 * minuteMs,
};

/** Milliseconds until the next attempt is allowed; 0: now. */
export function waitMs(state: ThrottleState | undefined, now: number): number {
  return state === undefined ? 0 : Math.max(0, state.until - now);
}

/**
 * The state after an attempt at `now`; undefined: too early. An attempt counts as failed before it
 * is checked and is forgiven afterwards, so that a hundred concurrent attempts count as a hundred.
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
 * The state after a successful attempt: it no longer counts, but earlier ones do. An earlier wait
 * had passed when the attempt was allowed.
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
