import { readTime } from "#server/domain/search/time-range.ts";

/** A stretch of time, milliseconds since 1970: from `since` on, before `until`. */
export type Window = { since: number; until: number };

const minuteMs = 60_000;
const defaultMs = 24 * 60 * minuteMs;
const shortestMs = 5 * minuteMs;
/** SPEC section 9: rollups are kept for 400 days. */
const longestMs = 400 * 24 * 60 * minuteMs;

/**
 * The window that a URL asks for, the last 24 hours where it asks for none. What is in the future
 * or before anything is kept is cut off; what ends before it begins becomes the 24 hours before its
 * end.
 */
export function readWindow(
  { since, until }: { since: string | null; until: string | null },
  now: number,
): Window {
  const oldest = now - longestMs;
  const asked = readTime(until, now) ?? now;
  const end = asked > now || asked < oldest + shortestMs ? now : asked;
  const start = Math.max(readTime(since, now) ?? end - defaultMs, oldest);
  return {
    since: start > end - shortestMs ? Math.max(end - defaultMs, oldest) : start,
    until: end,
  };
}

export const minutesOf = ({ since, until }: Window): number => (until - since) / minuteMs;
