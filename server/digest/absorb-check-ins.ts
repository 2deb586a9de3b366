import { isDeepStrictEqual } from "node:util";
import type { ProjectId } from "#server/domain/ids.ts";
import type { OutcomeEntry } from "#server/domain/outcomes.ts";
import { hourOf } from "#server/domain/time.ts";
import type { CheckIn, CheckInReport } from "#server/domain/monitor/check-in.ts";
import {
  type Monitor,
  type MonitorConfig,
  type MonitorEnvironment,
  monitorLimits,
} from "#server/domain/monitor/monitor.ts";
import { dueAt, replan } from "#server/domain/monitor/slot.ts";
import { type Taken, takeReport } from "#server/domain/monitor/take-report.ts";
import type { MonitorTransaction } from "#server/storage/monitors/monitor-store.ts";

export type DigestCheckIn = { projectId: ProjectId; receivedAt: number; report: CheckInReport };

type Fate = { outcome: "kept" | "duplicate" | "invalid" | "limited"; reason?: string };

/**
 * Applies check-in reports in order of receipt, in the batch's transaction. Returns their outcomes.
 */
export async function absorbCheckIns(
  monitors: MonitorTransaction,
  arrivals: DigestCheckIn[],
): Promise<OutcomeEntry[]> {
  const entries: OutcomeEntry[] = [];
  for (const arrival of arrivals) {
    const { outcome, reason = "" } = await absorbOne(monitors, arrival);
    const { projectId, receivedAt } = arrival;
    entries.push({
      projectId,
      hour: hourOf(receivedAt),
      outcome,
      category: "monitor",
      reason,
      quantity: 1,
    });
  }
  return entries;
}

async function absorbOne(monitors: MonitorTransaction, arrival: DigestCheckIn): Promise<Fate> {
  const { report, receivedAt } = arrival;
  const monitor = await settleMonitor(monitors, arrival);
  if ("outcome" in monitor) return monitor;
  const [known, run] = await Promise.all([
    monitors.environments(monitor.id),
    runOf(monitors, monitor, report),
  ]);
  const environment = known.find((each) => each.environment === report.environment);
  if (!environment && known.length >= monitorLimits.environments)
    return { outcome: "limited", reason: "too many environments" };
  const taken = takeReport(report, receivedAt, {
    monitor,
    ...(environment && { environment }),
    ...(run && { run }),
  });
  if (!taken) return { outcome: "duplicate" };
  await keep(monitors, monitor, taken, receivedAt);
  return { outcome: "kept" };
}

/** The run that a report continues. An in-progress report without an ID always starts a new run. */
async function runOf(
  monitors: MonitorTransaction,
  { id }: Monitor,
  report: CheckInReport,
): Promise<CheckIn | undefined> {
  const { status, environment, checkInId } = report;
  if (checkInId === undefined && status === "in_progress") return undefined;
  return monitors.checkIn({
    monitorId: id,
    environment,
    ...(checkInId !== undefined && { checkInId }),
  });
}

async function keep(
  monitors: MonitorTransaction,
  monitor: Monitor,
  taken: Taken,
  at: number,
): Promise<void> {
  const { environment, checkIn, timeoutAt, tell } = taken;
  const { id: monitorId, projectId } = monitor;
  await Promise.all([
    putEnvironment(monitors, monitor, environment),
    "id" in checkIn
      ? monitors.changeCheckIn(checkIn, timeoutAt)
      : monitors.addCheckIn(checkIn, timeoutAt),
    tell &&
      monitors.addIncident({
        projectId,
        monitorId,
        environment: environment.environment,
        at,
        what: tell,
      }),
  ]);
}

/** The monitor of a report, created or updated from its config, or the reason why it has none. */
async function settleMonitor(
  monitors: MonitorTransaction,
  { projectId, receivedAt, report: { slug, config } }: DigestCheckIn,
): Promise<Monitor | Fate> {
  const known = await monitors.find(projectId, slug);
  if (known)
    return config && config !== "unreadable"
      ? reconfigure(monitors, known, config, receivedAt)
      : known;
  if (!config) return { outcome: "invalid", reason: "unknown monitor" };
  if (config === "unreadable")
    return { outcome: "invalid", reason: "invalid schedule in monitor_config" };
  if ((await monitors.count(projectId)) >= monitorLimits.perProject)
    return { outcome: "limited", reason: "too many monitors" };
  return (await monitors.make({ ...config, projectId, slug, name: slug, createdAt: receivedAt }))!;
}

/** A config that the job sends overrides settings entered on the page. */
async function reconfigure(
  monitors: MonitorTransaction,
  known: Monitor,
  config: MonitorConfig,
  at: number,
): Promise<Monitor> {
  const { notes: _, ...rest } = known;
  const changed: Monitor = { ...rest, ...config };
  if (isDeepStrictEqual(changed, known)) return known;
  const [, environments] = await Promise.all([
    monitors.change(changed),
    monitors.environments(known.id),
  ]);
  await Promise.all(
    environments.map((each) => putEnvironment(monitors, changed, replan(changed, each, at))),
  );
  return changed;
}

const putEnvironment = (
  monitors: MonitorTransaction,
  monitor: Monitor,
  environment: MonitorEnvironment,
) => monitors.putEnvironment(environment, dueAt(monitor, environment));
