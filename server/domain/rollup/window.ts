import { readTime } from "#server/domain/search/time-range.ts";

/** A period, milliseconds since 1970: from `since` until before `until`. */
export type Window = { since: number; until: number };

const minuteMs = 60_000;
const defaultMs = 24 * 60 * minuteMs;
const shortestMs = 5 * minuteMs;
/** Rollups are kept for 400 days. */
const longestMs = 400 * 24 * 60 * minuteMs;

/**
 * The window in a URL; default: the last 24 hours. The future, and times before any data, are cut
 * off; a window that ends before it starts becomes the 24 hours before its end.
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
