import type { MonitorIncident } from "./incident.ts";
import type { MonitorConfig } from "./monitor.ts";

/** Health of a monitor in one environment. Thresholds determine when it fails and recovers. */
export type Health =
  /** `failures` in a row, below the threshold. */
  | { kind: "well"; failures: number }
  /** `oks` in a row, below the threshold. `told`: a notification was sent. */
  | { kind: "failing"; since: number; because: "missed" | "failed"; oks: number; told: boolean };

type RunOutcome = "ok" | "missed" | "failed";

/** The next health, and the notification. */
type Verdict = { health: Health; tell?: MonitorIncident["what"] };

type Thresholds = Pick<MonitorConfig, "failureThreshold" | "recoveryThreshold">;

export const healthyState: Health = { kind: "well", failures: 0 };

/**
 * Evaluates a run that ended, or was missed, at `at`. While muted, nothing is sent. A failure that
 * lasts beyond the mute is notified with the next failed run, and a recovery is notified only after
 * a notified failure.
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
  if (health.kind === "well") return { health: healthyState };
  const oks = health.oks + 1;
  if (oks < recoveryThreshold) return { health: { ...health, oks } };
  return { health: healthyState, ...(health.told && !muted && { tell: "recovered" as const }) };
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
