import { dayText } from "./ago.ts";

/** `Nov 21`, for a UTC day written `2026-11-21`; with the year if it differs. */
export const Day = ({ day, now }: { day: string; now: number }) => (
  <time dateTime={day}>{dayText(Date.parse(day), now)}</time>
);
