import { type CheckIn, type NewCheckIn, timeoutOf } from "./check-in.ts";
import { judge } from "./health.ts";
import type { MonitorIncident } from "./incident.ts";
import { deadlineOf, isMuted, type Monitor, type MonitorEnvironment } from "./monitor.ts";
import { nextAfter } from "./schedule.ts";
import { expecting } from "./slot.ts";

/** How far the scheduler has processed monitors, and its last gap, in which check-ins were lost. */
export type Watch = { until: number; gap?: Gap };
export type Gap = { from: number; to: number };

/** A scheduler that paused for this long was asleep or suspended, or its clock was set. */
const longestPauseMs = 120_000;
/** Slots of a gap are counted up to this: each takes 0.1 ms. */
const slotsMax = 100;

export type Look = {
  environment: MonitorEnvironment;
  /** Passed slots: one for each missed, one for all of a gap. */
  passed: NewCheckIn[];
  told: { at: number; what: MonitorIncident["what"] }[];
};

/** The gap that ends now, if any: a new process knows nothing about earlier times. */
export function gapBefore(
  watch: Watch | undefined,
  now: number,
  hasJustBegun: boolean,
): Gap | undefined {
  if (!watch || now <= watch.until) return undefined;
  return hasJustBegun || now - watch.until > longestPauseMs
    ? { from: watch.until, to: now }
    : undefined;
}

/**
 * Results of slots whose deadline has passed at `now`. A slot whose check-in may have been sent
 * while the server was down is unknown, with all of a gap together; others are missed.
 */
export function passSlots(
  monitor: Monitor,
  environment: MonitorEnvironment,
  now: number,
  gap?: Gap,
): Look {
  const look: Look = { environment, passed: [], told: [] };
  for (let slot = dueSlot(monitor, look.environment, now); slot !== undefined;) {
    if (gap && mayBeLost(monitor, slot, gap)) passGap(look, monitor, slot, now, gap);
    else miss(look, monitor, slot);
    slot = dueSlot(monitor, look.environment, now);
  }
  return look;
}

function dueSlot(
  monitor: Monitor,
  { expectedAt }: MonitorEnvironment,
  now: number,
): number | undefined {
  return expectedAt !== undefined && deadlineOf(monitor, expectedAt) <= now
    ? expectedAt
    : undefined;
}

const mayBeLost = (monitor: Monitor, slot: number, gap: Gap) =>
  slot <= gap.to && deadlineOf(monitor, slot) >= gap.from;

function miss(look: Look, monitor: Monitor, slot: number): void {
  const at = deadlineOf(monitor, slot);
  const { health, tell } = judge(
    look.environment.health,
    "missed",
    at,
    monitor,
    isMuted(monitor, at),
  );
  look.passed.push({ ...slotOf(monitor, look.environment, slot), status: "missed" });
  if (tell) look.told.push({ at, what: tell });
  look.environment = { ...look.environment, health, lastAt: slot, lastStatus: "missed" };
  look.environment = expecting(look.environment, { expectedAt: nextAfter(monitor, slot) });
}

function passGap(look: Look, monitor: Monitor, first: number, now: number, gap: Gap): void {
  let slots = 0;
  let slot: number | undefined = first;
  while (
    slot !== undefined &&
    slots < slotsMax &&
    deadlineOf(monitor, slot) <= now &&
    mayBeLost(monitor, slot, gap)
  ) {
    slots += 1;
    slot = nextAfter(monitor, slot);
  }
  // Above the limit, skips to the end of the gap.
  if (slots === slotsMax) slot = nextAfter(monitor, gap.to);
  look.passed.push({ ...slotOf(monitor, look.environment, first), status: "unknown", slots });
  look.environment = { ...look.environment, lastAt: first, lastStatus: "unknown" };
  look.environment = expecting(look.environment, { expectedAt: slot });
}

function slotOf({ projectId, id }: Monitor, { environment }: MonitorEnvironment, slot: number) {
  return {
    projectId,
    monitorId: id,
    environment,
    at: slot,
    expectedAt: slot,
    slots: 1,
    unsure: false,
  };
}

type Overtime = Omit<Look, "passed"> & { run: CheckIn };

/**
 * A run over its max runtime: failed, unless its end may have been sent while the server was down.
 */
export function passTimeout(
  monitor: Monitor,
  environment: MonitorEnvironment,
  run: CheckIn,
): Overtime {
  if (run.unsure || monitor.pausedAt !== undefined)
    return {
      run: { ...run, status: "unknown" },
      environment: newest(environment, run, "unknown"),
      told: [],
    };
  const at = timeoutOf(monitor, run.at);
  const { health, tell } = judge(environment.health, "failed", at, monitor, isMuted(monitor, at));
  return {
    run: { ...run, status: "timeout" },
    environment: { ...newest(environment, run, "timeout"), health },
    told: tell ? [{ at, what: tell }] : [],
  };
}

/** Another run may have started since and is then the last. */
const newest = (environment: MonitorEnvironment, run: CheckIn, lastStatus: "unknown" | "timeout") =>
  environment.lastAt > run.at ? environment : { ...environment, lastStatus };
