import { capitalized } from "#server/domain/capitalized.ts";
import { scheduleWords } from "#server/domain/monitor/schedule-words.ts";
import {
  type MonitorStatus,
  monitorStatusOf,
  monitorStatusText,
  worstStatus,
} from "#server/domain/monitor/status.ts";
import type { WatchedMonitor } from "#server/storage/monitors/monitor-store.ts";
import { onClock } from "./preview-times.ts";

/** A monitor as shown on its pages. */
export type ShownMonitor = {
  slug: string;
  name: string;
  /** `Every day at 02:30`, and the crontab line if the words don't contain it. */
  schedule: string;
  line?: string;
  timeZone: string;
  status: MonitorStatus;
  text: string;
  expected?: { at: number; local: string };
  lastAt?: number;
  /** The last expected check-in was missed. */
  isMissed: boolean;
  environments: {
    name: string;
    status: MonitorStatus;
    text: string;
    lastAt: number;
    isMissed: boolean;
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
  const chosen = environments.filter(
    (each) => environment === undefined || each.environment === environment,
  );
  const status = worstStatus(monitor, chosen, now);
  const words = scheduleWords(schedule);
  const expected = Math.min(...chosen.map(({ expectedAt = Infinity }) => expectedAt));
  const last = chosen.toSorted((a, b) => b.lastAt - a.lastAt)[0];
  return {
    slug,
    name,
    schedule: capitalized(words),
    timeZone,
    status,
    text: capitalized(monitorStatusText(monitor, status, now)),
    ...(schedule.kind === "crontab" &&
      words !== schedule.expression && { line: schedule.expression }),
    ...(Number.isFinite(expected) && {
      expected: { at: expected, local: onClock(expected, timeZone) },
    }),
    ...(last && { lastAt: last.lastAt }),
    isMissed: last?.lastStatus === "missed",
    environments: chosen.map((each) => ({
      name: each.environment,
      lastAt: each.lastAt,
      isMissed: each.lastStatus === "missed",
      status: monitorStatusOf(monitor, each, now),
      text: capitalized(monitorStatusText(monitor, monitorStatusOf(monitor, each, now), now)),
      failures: each.health.kind === "well" ? each.health.failures : 0,
      ...(each.expectedAt !== undefined && { expectedAt: each.expectedAt }),
    })),
  };
}
