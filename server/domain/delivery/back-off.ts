import { dayMs, hourMs } from "#server/domain/time.ts";

const firstMs = 10_000;
const factor = 3;
const longestMs = hourMs;

/** For so long a delivery is tried (SPEC section 4). */
const patienceMs = dayMs;

type Failing = {
  /** How often it was tried, this time included. */
  tries: number;
  /** Since when it is tried. */
  since: number;
  now: number;
  /** What the receiver asked for (`Retry-After`). */
  retryAfterMs?: number;
  /** From 0 to 1: spreads those that failed together over a fifth of the wait to either side. */
  chance: number;
};

/**
 * When to try again: after 10 s, 30 s, 90 s … an hour. Undefined: a day is over, or would be before
 * the receiver wants it.
 */
export function nextTry({
  tries,
  since,
  now,
  retryAfterMs = 0,
  chance,
}: Failing): number | undefined {
  const wait = Math.min(firstMs * factor ** (tries - 1), longestMs) * (0.8 + 0.4 * chance);
  const at = now + Math.max(Math.round(wait), retryAfterMs);
  return at <= since + patienceMs ? at : undefined;
}

/**
 * `Retry-After` as RFC 9110 (10.2.3) has it, seconds or a date, in milliseconds from now; undefined
 * when it is neither.
 */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  if (header === undefined || header.trim() === "") return undefined;
  if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
