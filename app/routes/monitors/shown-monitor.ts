import { scheduleWords } from "#server/domain/monitor/schedule-words.ts";
import { type Standing, standingOf, standingText, worstStanding } from "#server/domain/monitor/standing.ts";
import type { WatchedMonitor } from "#server/storage/monitors/monitor-store.ts";
import { onClock } from "./preview-times.ts";

/** A monitor as its pages print it. */
export type ShownMonitor = {
  slug: string;
  name: string;
  /** `every day at 02:30`, and the crontab line where the words are not that. */
  schedule: string;
  line?: string;
  timeZone: string;
  standing: Standing;
  text: string;
  expected?: { at: number; local: string };
  lastAt?: number;
  environments: {
    name: string;
    standing: Standing;
    text: string;
    lastAt: number;
    expectedAt?: number;
    failures: number;
  }[];
};

export function shownMonitor(
  { monitor, environments }: WatchedMonitor,
  environment: string | undefined,
  now: number,
): ShownMonitor {
  const { slug, name, schedule, timeZone } = monitor;
  const chosen = environments.filter((each) => environment === undefined || each.environment === environment);
  const standing = worstStanding(monitor, chosen, now);
  const words = scheduleWords(schedule);
  const expected = Math.min(...chosen.map(({ expectedAt = Infinity }) => expectedAt));
  const lastAt = Math.max(...chosen.map((each) => each.lastAt));
  return {
    ...{ slug, name, schedule: words, timeZone, standing, text: standingText(monitor, standing, now) },
    ...(schedule.kind === "crontab" && words !== schedule.expression && { line: schedule.expression }),
    ...(Number.isFinite(expected) && { expected: { at: expected, local: onClock(expected, timeZone) } }),
    ...(Number.isFinite(lastAt) && { lastAt }),
    environments: chosen.map((each) => ({
      ...{ name: each.environment, lastAt: each.lastAt },
      standing: standingOf(monitor, each, now),
      text: standingText(monitor, standingOf(monitor, each, now), now),
      failures: each.health.kind === "well" ? each.health.failures : 0,
      ...(each.expectedAt !== undefined && { expectedAt: each.expectedAt }),
    })),
  };
}
