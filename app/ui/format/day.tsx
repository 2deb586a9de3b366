import { dayText } from "./ago.ts";

/** `Nov 21`, of a UTC day that is written `2026-11-21`; with the year where it is another one. */
export const Day = ({ day, now }: { day: string; now: number }) => (
  <time dateTime={day}>{dayText(Date.parse(day), now)}</time>
);
