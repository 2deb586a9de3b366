import { nextTimes, type Timetable } from "#server/domain/monitor/schedule.ts";

export type PreviewTime = { iso: string; local: string; utc: string };

const count = 5;

/** The next five times on the schedule's own clock and in UTC: formatted here, for browsers know other zones than servers. */
export function previewTimes(timetable: Timetable, now: number): PreviewTime[] {
  return nextTimes(timetable, now, count).map((at) => ({
    iso: new Date(at).toISOString(),
    local: onClock(at, timetable.timeZone),
    utc: onClock(at, "UTC"),
  }));
}

export function onClock(at: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat("en-GB", { timeZone, ...shown }).formatToParts(at);
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? "";
  return `${part("weekday")} ${part("day")} ${part("month")} ${part("hour")}:${part("minute")}`;
}

const shown: Intl.DateTimeFormatOptions = {
  ...{ weekday: "short", day: "2-digit", month: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
};
