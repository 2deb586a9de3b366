import { isMuted, type Monitor, type MonitorEnvironment } from "./monitor.ts";

/** How a monitor stands, the worst first. */
export const standings = ["failing", "missed", "late", "waiting", "ok", "paused"] as const;
export type Standing = (typeof standings)[number];

export const standingWords: { readonly [standing in Standing]: string } = {
  failing: "failing",
  missed: "missed",
  late: "late",
  waiting: "waiting for its first check-in",
  ok: "ok",
  paused: "paused",
};

/** How one environment stands: `late` between the time that it was expected and the end of its margin. */
export function standingOf(monitor: Monitor, { health, expectedAt }: MonitorEnvironment, now: number): Standing {
  if (monitor.pausedAt !== undefined) return "paused";
  if (health.kind === "failing") return health.because === "missed" ? "missed" : "failing";
  return expectedAt !== undefined && expectedAt < now ? "late" : "ok";
}

/** The worst of them. */
export function worstStanding(monitor: Monitor, environments: MonitorEnvironment[], now: number): Standing {
  if (monitor.pausedAt !== undefined) return "paused";
  const found = new Set(environments.map((each) => standingOf(monitor, each, now)));
  return standings.find((standing) => found.has(standing)) ?? "waiting";
}

/** `failing, muted`: as it is written. */
export const standingText = (monitor: Monitor, standing: Standing, now: number): string =>
  standingWords[standing] + (isMuted(monitor, now) ? ", muted" : "");
