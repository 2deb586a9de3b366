import type { MonitorIncident } from "./incident.ts";
import type { MonitorConfig } from "./monitor.ts";

/**
 * How a monitor's runs go in one environment. Thresholds decide when it begins to fail, and when it
 * is well again.
 */
export type Health =
  /** `failures` in a row, fewer than it takes. */
  | { kind: "well"; failures: number }
  /** `oks` in a row, fewer than it takes. `told`: people were. */
  | { kind: "failing"; since: number; because: "missed" | "failed"; oks: number; told: boolean };

type RunOutcome = "ok" | "missed" | "failed";

/** What becomes of the health, and what people are told of it. */
type Verdict = { health: Health; tell?: MonitorIncident["what"] };

type Thresholds = Pick<MonitorConfig, "failureThreshold" | "recoveryThreshold">;

export const wellHealth: Health = { kind: "well", failures: 0 };

/**
 * Judges the run that ended, or did not come, at `at`. While muted, no notifications are sent; one
 * that still fails when it is muted no longer is told with its next failure, and only who was told
 * of a failure is told of the recovery.
 */
export function judge(
  health: Health,
  outcome: RunOutcome,
  at: number,
  thresholds: Thresholds,
  muted: boolean,
): Verdict {
  return outcome === "ok"
    ? onOk(health, thresholds, muted)
    : onFailure(health, outcome, at, thresholds, muted);
}

function onOk(health: Health, { recoveryThreshold }: Thresholds, muted: boolean): Verdict {
  if (health.kind === "well") return { health: wellHealth };
  const oks = health.oks + 1;
  if (oks < recoveryThreshold) return { health: { ...health, oks } };
  return { health: wellHealth, ...(health.told && !muted && { tell: "recovered" as const }) };
}

function onFailure(
  health: Health,
  because: "missed" | "failed",
  at: number,
  { failureThreshold }: Thresholds,
  muted: boolean,
): Verdict {
  if (health.kind === "well" && health.failures + 1 < failureThreshold)
    return { health: { kind: "well", failures: health.failures + 1 } };
  const failing =
    health.kind === "failing"
      ? { ...health, oks: 0 }
      : { kind: "failing" as const, since: at, because, oks: 0, told: false };
  if (failing.told || muted) return { health: failing };
  return { health: { ...failing, told: true }, tell: because };
}
