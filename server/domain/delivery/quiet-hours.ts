import { Cron } from "croner";
import type { ClockTime } from "#server/domain/alert/channel.ts";
import type { QuietHours } from "./delivery.ts";

/**
 * When the quiet hours under way at `now` end; undefined: none are. By the wall clock of their
 * zone: an hour that is skipped or repeated when clocks change makes a night shorter or longer.
 * From and to alike: there are none.
 */
export function quietUntil({ from, to, timeZone }: QuietHours, now: number): number | undefined {
  const clock = minuteOfDay(clockAt(now, timeZone));
  const [begin, end] = [minuteOfDay(from), minuteOfDay(to)];
  const isQuiet = begin <= end ? begin <= clock && clock < end : clock >= begin || clock < end;
  return isQuiet ? nextClockTime(to, timeZone, now) : undefined;
}

/**
 * The next time after `after` at which clocks in the zone show this; where they skip it, the time
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
