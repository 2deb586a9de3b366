import { dayMs, hourMs } from "#server/domain/time.ts";

const firstMs = 10_000;
const factor = 3;
const longestMs = hourMs;

/** How long a delivery is retried. */
const patienceMs = dayMs;

type Failing = {
  /** Number of attempts, including this one. */
  tries: number;
  /** Time of the first attempt. */
  since: number;
  now: number;
  /** The receiver's `Retry-After`. */
  retryAfterMs?: number;
  /** From 0 to 1: varies the delay by up to 20%, so that simultaneous failures spread. */
  chance: number;
};

/**
 * Time of the next attempt: after 10 s, 30 s, 90 s … an hour. Undefined: a day has passed, or would
 * before the receiver's time.
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
 * `Retry-After` (RFC 9110, 10.2.3), seconds or a date, in milliseconds from now; undefined for
 * others.
 */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  if (header === undefined || header.trim() === "") return undefined;
  if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
