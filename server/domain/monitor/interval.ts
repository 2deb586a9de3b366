export const intervalUnits = ["minute", "hour", "day", "week", "month", "year"] as const;
export type IntervalUnit = (typeof intervalUnits)[number];

const minuteMs = 60_000;

/**
 * `at` plus this many minutes, hours, days, … Days and longer units keep the time of day in the
 * time zone across clock changes; a missing day of a month becomes its last.
 */
export function addInterval(
  at: number,
  { every, unit }: { every: number; unit: IntervalUnit },
  timeZone: string,
): number {
  if (unit === "minute") return at + every * minuteMs;
  if (unit === "hour") return at + every * 60 * minuteMs;
  const wall = new Date(at + offsetAt(at, timeZone));
  if (unit === "day" || unit === "week")
    wall.setUTCDate(wall.getUTCDate() + every * (unit === "week" ? 7 : 1));
  else addMonths(wall, unit === "year" ? every * 12 : every);
  return fromWall(wall.getTime(), timeZone);
}

function addMonths(wall: Date, months: number): void {
  const day = wall.getUTCDate();
  wall.setUTCDate(1);
  wall.setUTCMonth(wall.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth() + 1, 0)).getUTCDate();
  wall.setUTCDate(Math.min(day, lastDay));
}

/** The time at which the zone's clock shows `wall`. A skipped time is shifted by the gap. */
function fromWall(wall: number, timeZone: string): number {
  const guess = wall - offsetAt(wall, timeZone);
  const offset = offsetAt(guess, timeZone);
  const second = wall - offset;
  return offsetAt(second, timeZone) === offset ? second : Math.max(guess, second);
}

/** The zone's offset from UTC in milliseconds. */
function offsetAt(at: number, timeZone: string): number {
  if (timeZone === "UTC") return 0;
  const parts = new Intl.DateTimeFormat("en-US", { timeZone, ...clockFields }).formatToParts(at);
  const field = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  const shown = Date.UTC(
    field("year"),
    field("month") - 1,
    field("day"),
    field("hour"),
    field("minute"),
    field("second"),
  );
  return shown - Math.floor(at / 1000) * 1000;
}

const clockFields: Intl.DateTimeFormatOptions = {
  year: "numeric",
  month: "numeric",
  day: "numeric",
  hour: "numeric",
  minute: "numeric",
  second: "numeric",
  hourCycle: "h23",
};
