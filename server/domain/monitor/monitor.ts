import type { Note } from "#server/domain/event/error-event.ts";
import type { MonitorId, ProjectId } from "#server/domain/ids.ts";
import type { CheckInStatus } from "./check-in.ts";
import type { Health } from "./health.ts";
import type { Timetable } from "./schedule.ts";

/** A cron monitor: it declares its schedule, and reports missed runs. */
export type Monitor = MonitorConfig & {
  id: MonitorId;
  projectId: ProjectId;
  slug: string;
  name: string;
  createdAt: number;
  /** Nothing is expected since then. */
  pausedAt?: number;
  /** No notifications until then. */
  mutedUntil?: number;
};

/** Settings from a form or an SDK's `monitor_config`. */
export type MonitorConfig = Timetable & {
  /** Grace period: maximum delay before a run is missed. */
  marginMinutes: number;
  /** Maximum runtime before a run times out. */
  maxRuntimeMinutes: number;
  /** Consecutive failures before notifying. */
  failureThreshold: number;
  /** Consecutive successes before the monitor recovers. */
  recoveryThreshold: number;
  /** Modified fields of an SDK's `monitor_config`. */
  notes?: Note[];
};

/** Sentry's defaults, if it has them. */
export const monitorDefaults = {
  timeZone: "UTC",
  marginMinutes: 1,
  maxRuntimeMinutes: 30,
  failureThreshold: 1,
  recoveryThreshold: 1,
} as const;

export const monitorLimits = {
  perProject: 500,
  environments: 20,
  slugLength: 50,
  nameLength: 100,
  marginMinutes: 10_080,
  maxRuntimeMinutes: 40_320,
  threshold: 720,
  every: 1_000,
  expressionLength: 200,
} as const;

/**
 * State of a monitor in one environment. Each is tracked separately, from its first check-in on.
 */
export type MonitorEnvironment = {
  monitorId: MonitorId;
  environment: string;
  health: Health;
  /** Time of its last check-in, or of its last missed slot. */
  lastAt: number;
  lastStatus: CheckInStatus;
  /** The slot of the next run; absent while nothing is expected. */
  expectedAt?: number;
};

/** `a-z0-9_-`, as in Sentry; `new` is a page. */
export const isMonitorSlug = (slug: string): boolean =>
  /^[a-z0-9_-]{1,50}$/.test(slug) && slug !== "new";

export const deadlineOf = ({ marginMinutes }: MonitorConfig, expectedAt: number): number =>
  expectedAt + marginMinutes * 60_000;

export const isMuted = ({ mutedUntil = 0 }: Monitor, at: number): boolean => at < mutedUntil;
