import type { Note } from "#server/domain/event/error-event.ts";
import { type CheckIn, type CheckInReport, type NewCheckIn, timeoutOf } from "./check-in.ts";
import { judge } from "./health.ts";
import type { MonitorIncident } from "./incident.ts";
import { isMuted, type Monitor, type MonitorEnvironment } from "./monitor.ts";
import { expecting, fill, type Filling, firstSight } from "./slot.ts";

/** The state that a report finds. `run`: the check-in that the report continues. */
type Found = { monitor: Monitor; environment?: MonitorEnvironment; run?: CheckIn };

/** Changes by a report. A check-in without an ID is new. */
export type Taken = {
  environment: MonitorEnvironment;
  checkIn: NewCheckIn | CheckIn;
  /** When to check the run; absent: never. */
  timeoutAt?: number;
  tell?: MonitorIncident["what"];
};

/**
 * Applies a report received at `at`. Undefined if it is redundant: a duplicate, or the start of a
 * run after its end.
 */
export function takeReport(report: CheckInReport, at: number, found: Found): Taken | undefined {
  const { run } = found;
  if (report.status === "in_progress") return run ? undefined : begin(report, at, found);
  if (!run || run.status === "in_progress" || run.status === "unknown")
    return end(report, at, found);
  return run.status === "timeout" && run.settledAt === undefined
    ? endTooLate(report, at, found, run)
    : undefined;
}

function begin(report: CheckInReport, at: number, found: Found): Taken {
  const { monitor } = found;
  const filling = fill(monitor, found.environment, at);
  return {
    environment: expecting(seen(found, report, at), filling),
    checkIn: newRun(report, at, monitor, filling),
    ...(monitor.pausedAt === undefined && { timeoutAt: timeoutOf(monitor, at) }),
    ...lateness(found, at),
  };
}

function end(report: CheckInReport, at: number, found: Found): Taken {
  const { monitor, run } = found;
  const { status } = report;
  const filling = run ? (found.environment ?? {}) : fill(monitor, found.environment, at);
  const environment = expecting(seen(found, report, at), filling);
  const checkIn = {
    ...(run ?? newRun(report, at, monitor, filling)),
    ...ended(report, at, run),
    status,
    unsure: false,
  };
  if (monitor.pausedAt !== undefined) return { environment, checkIn };
  const outcome = status === "ok" ? "ok" : "failed";
  const { health, tell } = judge(environment.health, outcome, at, monitor, isMuted(monitor, at));
  const telling = tell ? { tell } : run ? {} : lateness(found, at);
  return { environment: { ...environment, health }, checkIn, ...telling };
}

/** It had timed out; its late end is recorded. */
function endTooLate(report: CheckInReport, at: number, found: Found, run: CheckIn): Taken {
  const environment =
    found.environment ?? firstSight(found.monitor, report.environment, at, "timeout");
  return { environment, checkIn: { ...run, ...ended(report, at, run) } };
}

/** After a notified missed run, its late arrival is notified, too, unless a recovery is. */
function lateness({ monitor, environment }: Found, at: number): Pick<Taken, "tell"> {
  const wasTold = environment?.health.kind === "failing" && environment.health.told;
  const isLate = environment?.lastStatus === "missed" && monitor.pausedAt === undefined;
  return wasTold && isLate && !isMuted(monitor, at) ? { tell: "late" } : {};
}

function newRun(
  report: CheckInReport,
  at: number,
  { id, projectId }: Monitor,
  { filled }: Filling,
): NewCheckIn {
  const { checkInId, environment, status, release, traceId, notes } = report;
  return {
    projectId,
    monitorId: id,
    environment,
    status,
    at,
    slots: 1,
    unsure: false,
    ...(checkInId !== undefined && { checkInId }),
    ...(filled !== undefined && { expectedAt: filled }),
    ...(release !== undefined && { release }),
    ...(traceId !== undefined && { traceId }),
    ...(notes && { notes }),
  };
}

function ended(
  { durationMs, release, traceId, notes }: CheckInReport,
  at: number,
  run: CheckIn | undefined,
) {
  const tookMs = durationMs ?? (run && at - run.at);
  return {
    settledAt: at,
    ...(tookMs !== undefined && { durationMs: tookMs }),
    ...(release !== undefined && { release }),
    ...(traceId !== undefined && { traceId }),
    ...(notes && { notes: allNotes(run?.notes, notes) }),
  };
}

/** From the start and the end of a run; each field once. */
const allNotes = (begun: Note[] = [], ended: Note[]): Note[] => [
  ...begun.filter(({ path }) => ended.every((note) => note.path !== path)),
  ...ended,
];

const seen = (
  { monitor, environment }: Found,
  report: CheckInReport,
  at: number,
): MonitorEnvironment => ({
  ...(environment ?? firstSight(monitor, report.environment, at, report.status)),
  lastAt: at,
  lastStatus: report.status,
});
