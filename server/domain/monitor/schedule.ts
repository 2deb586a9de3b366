import { Cron } from "croner";
import type { Problem } from "#server/domain/problem.ts";
import { addInterval, type IntervalUnit } from "./interval.ts";

/**
 * When a job is expected: by cron schedule in a time zone, or at an interval after its last run.
 */
export type Schedule =
  | { kind: "crontab"; expression: string }
  | { kind: "interval"; every: number; unit: IntervalUnit };

/** A schedule and its IANA time zone. */
export type Timetable = { schedule: Schedule; timeZone: string };

/**
 * The first time after `after` at which the job is expected; undefined if there is none, as for 31
 * February.
 *
 * If a clock skips an hour in spring, runs due in it are expected when the clock continues. If it
 * repeats an hour in autumn, a fixed time is expected in the first of the two, and a wildcard
 * (`*\/30`) in both. Same as cron on Linux.
 */
export function nextAfter({ schedule, timeZone }: Timetable, after: number): number | undefined {
  if (schedule.kind === "interval") return addInterval(after, schedule, timeZone);
  return parse(schedule.expression, timeZone).nextRun(new Date(after))?.getTime();
}

/** The next `count` times after `after`. */
export function nextTimes(timetable: Timetable, after: number, count: number): number[] {
  const times: number[] = [];
  for (
    let at = nextAfter(timetable, after);
    at !== undefined && times.length < count;
    at = nextAfter(timetable, at)
  )
    times.push(at);
  return times;
}

/** The error in a crontab line; undefined if it is valid and runs at least once. */
export function crontabFault(expression: string, now: number): string | undefined {
  const fields = expression.trim().split(/\s+/);
  if (!expression.startsWith("@") && fields.length !== 5)
    return `A cron schedule has five fields (minute, hour, day of month, month, weekday). This one has ${fields.length}.`;
  try {
    if (!parse(expression, "UTC").nextRun(new Date(now))) return "This schedule never runs.";
  } catch (error) {
    return `This cron schedule can't be parsed: ${faultIn(error)}.`;
  }
  return undefined;
}

export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** A valid timetable, or an error for the field in `causes`. */
export function checkTimetable(
  { schedule, timeZone }: Timetable,
  now: number,
): Problem | undefined {
  if (!isTimeZone(timeZone))
    return invalid("timeZone", "Unknown time zone. Use a name like Europe/Berlin, or UTC.");
  const fault = schedule.kind === "crontab" ? crontabFault(schedule.expression, now) : undefined;
  return fault === undefined ? undefined : invalid("schedule", fault);
}

const invalid = (field: string, detail: string): Problem => ({
  problem: "invalid",
  detail,
  causes: [field],
});

const parse = (expression: string, timezone: string) =>
  new Cron(expression, {
    timezone,
    paused: true,
    mode: expression.startsWith("@") ? "auto" : "5-part",
  });

/** The library's message, without its name and advice. */
function faultIn(error: unknown): string {
  const [sentence = ""] = (error instanceof Error ? error.message : String(error)).split(
    /\.(?:\s|$)/,
  );
  const text = sentence.replace(/^CronPattern:\s*/, "");
  return text.charAt(0).toLowerCase() + text.slice(1);
}
