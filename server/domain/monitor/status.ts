import { isMuted, type Monitor, type MonitorEnvironment } from "./monitor.ts";

/** Statuses of a monitor, worst first. */
export const monitorStatuses = ["failing", "missed", "late", "waiting", "ok", "paused"] as const;
export type MonitorStatus = (typeof monitorStatuses)[number];

const statusWords: { readonly [status in MonitorStatus]: string } = {
  failing: "failing",
  missed: "missed",
  late: "late",
  waiting: "waiting for its first check-in",
  ok: "ok",
  paused: "paused",
};

/** Status of one environment: `late` between the expected time and the end of its grace period. */
export function monitorStatusOf(
  monitor: Monitor,
  { health, expectedAt }: MonitorEnvironment,
  now: number,
): MonitorStatus {
  if (monitor.pausedAt !== undefined) return "paused";
  if (health.kind === "failing") return health.because === "missed" ? "missed" : "failing";
  return expectedAt !== undefined && expectedAt < now ? "late" : "ok";
}

/** The worst of them. */
export function worstStatus(
  monitor: Monitor,
  environments: MonitorEnvironment[],
  now: number,
): MonitorStatus {
  if (monitor.pausedAt !== undefined) return "paused";
  const found = new Set(environments.map((each) => monitorStatusOf(monitor, each, now)));
  return monitorStatuses.find((status) => found.has(status)) ?? "waiting";
}

/** `failing, muted`: as shown. */
export const monitorStatusText = (monitor: Monitor, status: MonitorStatus, now: number): string =>
  statusWords[status] + (isMuted(monitor, now) ? ", muted" : "");
