import { nextTimes, type Timetable } from "#server/domain/monitor/schedule.ts";

export type PreviewTime = { iso: string; local: string; utc: string };

const count = 5;

/**
 * The next five times in the schedule's zone and in UTC, formatted here, because browsers have
 * different zone data.
 */
export function previewTimes(timetable: Timetable, now: number): PreviewTime[] {
  return nextTimes(timetable, now, count).map((at) => ({
    iso: new Date(at).toISOString(),
    local: onClock(at, timetable.timeZone),
    utc: onClock(at, "UTC"),
  }));
}

/** `Fri, Nov 20, 22:00`. */
export const onClock = (at: number, timeZone: string): string =>
  new Intl.DateTimeFormat("en-US", { timeZone, ...shown }).format(at);

const shown: Intl.DateTimeFormatOptions = {
  weekday: "short",
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
};
