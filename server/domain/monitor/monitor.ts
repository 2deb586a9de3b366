import type { Note } from "#server/domain/event/error-event.ts";
import type { MonitorId, ProjectId } from "#server/domain/ids.ts";
import type { CheckInStatus } from "./check-in.ts";
import type { Health } from "./health.ts";
import type { Timetable } from "./schedule.ts";

/** A job that is watched: it says when it runs, and is missed when it does not. */
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

/** What people choose in a form and SDKs send along as `monitor_config`. */
export type MonitorConfig = Timetable & {
  /** How much later than expected a run may begin before it is missed. */
  marginMinutes: number;
  /** How long a run may take before it counts as failed. */
  maxRuntimeMinutes: number;
  /** Runs that go wrong in a row before people are told. */
  failureThreshold: number;
  /** Runs that go well in a row before the monitor is well again. */
  recoveryThreshold: number;
  /** What an SDK's `monitor_config` said and was not kept as it was sent. */
  notes?: Note[];
};

/** Sentry's own where it has one. */
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
 * How one environment's runs of a monitor stand. Each is watched by itself, from its first check-in
 * on.
 */
export type MonitorEnvironment = {
  monitorId: MonitorId;
  environment: string;
  health: Health;
  /** When its last check-in came, or its last slot passed without one. */
  lastAt: number;
  lastStatus: CheckInStatus;
  /** The slot that the next run belongs to; absent while nothing is expected. */
  expectedAt?: number;
};

/** `a-z0-9_-`, as Sentry takes them; `new` is a page. */
export const isMonitorSlug = (slug: string): boolean =>
  /^[a-z0-9_-]{1,50}$/.test(slug) && slug !== "new";

export const deadlineOf = ({ marginMinutes }: MonitorConfig, expectedAt: number): number =>
  expectedAt + marginMinutes * 60_000;

export const isMuted = ({ mutedUntil = 0 }: Monitor, at: number): boolean => at < mutedUntil;
