import type { CheckInStatus } from "./check-in.ts";
import { healthyState } from "./health.ts";
import { deadlineOf, type Monitor, type MonitorEnvironment } from "./monitor.ts";
import { nextAfter } from "./schedule.ts";

/** A run that starts slightly before its slot fills it, because clocks differ between machines. */
const earlyMs = 30_000;

/** The slot that a run at `at` fills, if any, and the next one. */
export type Filling = { filled?: number; expectedAt?: number | undefined };

export function fill(
  monitor: Monitor,
  environment: MonitorEnvironment | undefined,
  at: number,
): Filling {
  if (monitor.pausedAt !== undefined) return {};
  const due = environment?.expectedAt;
  if (due === undefined) return plan(monitor, at);
  const isOnTime = at >= due - earlyMs;
  const late = environment?.lastStatus === "missed" ? { filled: environment.lastAt } : {};
  const filling = isOnTime ? { filled: due } : late;
  // An interval restarts with each run; a cron time stays until it is filled.
  if (monitor.schedule.kind === "interval") return { ...filling, ...plan(monitor, at) };
  return isOnTime
    ? { ...filling, ...plan(monitor, Math.max(at, due)) }
    : { ...filling, expectedAt: due };
}

/** The first slot after `at`, if any. */
function plan(monitor: Monitor, at: number): Pick<Filling, "expectedAt"> {
  const expectedAt = nextAfter(monitor, at);
  return expectedAt === undefined ? {} : { expectedAt };
}

/** When the scheduler checks an environment; undefined: never. */
export const dueAt = (monitor: Monitor, { expectedAt }: MonitorEnvironment): number | undefined =>
  expectedAt === undefined ? undefined : deadlineOf(monitor, expectedAt);

/**
 * The expected slot after a change of the monitor. None while it is paused; past slots are dropped.
 */
export function replan(
  monitor: Monitor,
  environment: MonitorEnvironment,
  now: number,
): MonitorEnvironment {
  if (monitor.pausedAt !== undefined) return expecting(environment, {});
  const fromLast = monitor.schedule.kind === "interval" ? plan(monitor, environment.lastAt) : {};
  return expecting(environment, (fromLast.expectedAt ?? 0) > now ? fromLast : plan(monitor, now));
}

/** With the new expected slot, or without any. */
export function expecting(
  environment: MonitorEnvironment,
  { expectedAt }: Pick<Filling, "expectedAt">,
): MonitorEnvironment {
  const { expectedAt: _before, ...rest } = environment;
  return expectedAt === undefined ? rest : { ...rest, expectedAt };
}

export function firstSight(
  { id }: Monitor,
  environment: string,
  lastAt: number,
  lastStatus: CheckInStatus,
): MonitorEnvironment {
  return { monitorId: id, environment, health: healthyState, lastAt, lastStatus };
}
