import { Cron } from "croner";
import type { ClockTime } from "#server/domain/alert/channel.ts";
import type { QuietHours } from "./delivery.ts";

/**
 * End of the current quiet hours at `now`; undefined outside them. By the zone's wall clock: a
 * clock change makes a night shorter or longer. Equal start and end: none.
 */
export function quietUntil({ from, to, timeZone }: QuietHours, now: number): number | undefined {
  const clock = minuteOfDay(clockAt(now, timeZone));
  const [begin, end] = [minuteOfDay(from), minuteOfDay(to)];
  const isQuiet = begin <= end ? begin <= clock && clock < end : clock >= begin || clock < end;
  return isQuiet ? nextClockTime(to, timeZone, now) : undefined;
}

/**
 * The next time after `after` at which the zone's clocks show this time; if they skip it, the time
 * after the gap.
 */
export function nextClockTime(
  time: ClockTime,
  timeZone: string,
  after: number,
  weekday = "*",
): number {
  const [hour, minute] = time.split(":").map(Number);
  const cron = new Cron(`${minute} ${hour} * * ${weekday}`, { timezone: timeZone, paused: true });
  return cron.nextRun(new Date(after))!.getTime();
}

function clockAt(now: number, timeZone: string): ClockTime {
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  return format.format(now) as ClockTime;
}

function minuteOfDay(time: ClockTime): number {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return hour * 60 + minute;
}
