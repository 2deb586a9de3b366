import type { Schedule } from "./schedule.ts";

const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const nicknames = new Map([
  ["@hourly", "0 * * * *"],
  ["@daily", "0 0 * * *"],
  ["@midnight", "0 0 * * *"],
  ["@weekly", "0 0 * * 0"],
  ["@monthly", "0 0 1 * *"],
  ["@yearly", "0 0 1 1 *"],
  ["@annually", "0 0 1 1 *"],
]);

/** A schedule as text: `every day at 02:30`. A complex crontab line is shown as it is. */
export function scheduleWords(schedule: Schedule): string {
  if (schedule.kind === "interval") return everyWords(schedule.every, schedule.unit);
  const { expression } = schedule;
  return crontabWords(nicknames.get(expression.toLowerCase()) ?? expression) ?? expression;
}

const everyWords = (every: number, unit: string): string =>
  every === 1 ? `every ${unit}` : `every ${every} ${unit}s`;

function crontabWords(expression: string): string | undefined {
  const [minute = "", hour = "", day = "", month = "", weekday = ""] = expression.split(" ");
  if (month !== "*") return undefined;
  if (day !== "*") return weekday === "*" ? onDay(day, timeOfDay(hour, minute)) : undefined;
  if (hour === "*") return weekday === "*" ? withinHour(minute) : undefined;
  const time = timeOfDay(hour, minute);
  return time === undefined ? undefined : daysWords(weekday, time);
}

function withinHour(minute: string): string | undefined {
  if (minute === "*") return "every minute";
  const step = /^\*\/([1-9]\d?)$/.exec(minute)?.[1];
  if (step !== undefined)
    return 60 % Number(step) === 0 ? everyWords(Number(step), "minute") : undefined;
  return /^\d{1,2}$/.test(minute) ? `every hour at minute ${Number(minute)}` : undefined;
}

function daysWords(weekday: string, time: string): string | undefined {
  if (weekday === "*") return `every day at ${time}`;
  if (/^(?:1-5|mon-fri)$/i.test(weekday)) return `Monday to Friday at ${time}`;
  const name = weekdays.find((each, index) =>
    [String(index), each.slice(0, 3).toLowerCase()].includes(weekday.toLowerCase()),
  );
  return name && `every ${name} at ${time}`;
}

const onDay = (day: string, time: string | undefined): string | undefined =>
  time !== undefined && /^\d{1,2}$/.test(day)
    ? `day ${Number(day)} of the month at ${time}`
    : undefined;

function timeOfDay(hour: string, minute: string): string | undefined {
  const isPlain = /^\d{1,2}$/.test(hour) && /^\d{1,2}$/.test(minute);
  return isPlain ? `${hour.padStart(2, "0")}:${minute.padStart(2, "0")}` : undefined;
}
