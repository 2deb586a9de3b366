import { shareOf } from "#server/domain/count.ts";
import {
  crashStat,
  requestStats,
  type Stats,
  type TrafficStep,
} from "#server/domain/overview/stats.ts";
import { chooseStep, type Step, stepMs } from "#server/domain/rollup/choose-step.ts";
import { waitedForKinds } from "#server/domain/rollup/operation.ts";
import type { Rollup } from "#server/domain/rollup/rollup.ts";
import { bucketEnd, type Tier } from "#server/domain/rollup/tier.ts";
import type { Window } from "#server/domain/rollup/window.ts";
import type { Store } from "#server/storage/store.ts";
import type { OverviewFilter } from "./overview-filter.ts";

type TrafficPeriods = { window: Window; unit: Tier; before: Window | undefined };

/** A day in hours. Sessions are stored per hour, so no step is shorter. */
const mostSteps = 32;

/**
 * Requests, sessions, and users over time, next to the previous period. Totals cover the window and
 * the period before it like on every page, in five-minute steps within a day. Hourly steps are
 * whole, so the first starts up to an hour after the window does.
 */
export async function readTraffic(
  store: Pick<Store, "rollups" | "releases" | "traffic">,
  filter: OverviewFilter,
  { window, unit, before }: TrafficPeriods,
): Promise<{ stats: Stats; stepMs: number; steps: TrafficStep[] }> {
  const step = chooseStep({ ...window, unit }, mostSteps);
  const from = step.unit === unit ? window.since : bucketEnd(step.unit, window.since);
  const fine = { unit, every: 1 };
  const [begun, series] = await Promise.all([
    readSeries(store.rollups, filter, fine, { since: window.since, until: from }),
    readSeries(store.rollups, filter, step, { since: from, until: window.until }),
  ]);
  // Each step is compared with the one a full period earlier, so that equal hours of the day align.
  // The window is up to a bucket longer than the period asked for, which may begin another step.
  const length = Math.max(1, Math.round((window.until - window.since) / stepMs(step)));
  const lengthMs = length * stepMs(step);
  const readBefore = (every: Step, since: number, until: number) =>
    before ? readSeries(store.rollups, filter, every, { since, until }) : [];
  const [begunBefore, earlier, endedBefore, sessions, sessionsBefore, users] = await Promise.all([
    readBefore(fine, window.since - lengthMs, from - lengthMs),
    readBefore(step, from - lengthMs, from),
    // The last step ends in this period.
    from > window.since ? readBefore(fine, from - stepMs(step), window.since) : [],
    readSessions(store, filter, step, { since: from, until: window.until }),
    before ? readSessions(store, filter, step, before) : undefined,
    readUsers(store, filter, { since: from, until: window.until, stepMs: stepMs(step) }),
  ]);
  const crashes = crashStat({ now: sessions, before: sessionsBefore });
  const rollups = (each: { rollup: Rollup }[]) => each.map(({ rollup }) => rollup);
  const wholeBefore = from > window.since ? earlier.slice(0, -1) : earlier;
  return {
    stats: {
      ...requestStats({
        now: rollups([...begun, ...series]),
        before: before && rollups([...begunBefore, ...wholeBefore, ...endedBefore]),
      }),
      ...(crashes && { crashRate: crashes }),
      users: { now: users.users, isAll: users.isAll },
    },
    stepMs: stepMs(step),
    steps: series.map(({ at, rollup }, index) => ({
      ...stepOf(at, rollup),
      ...(earlier.length === length && {
        countBefore: (earlier[index] ?? series[index - length]!).rollup.durations.count,
      }),
      ...crashesOf(sessions.find((each) => at >= each.at && at < each.at + sessionMs(step))),
      users: users.steps[index] ?? 0,
    })),
  };
}

const readSeries = (
  rollups: Store["rollups"],
  filter: OverviewFilter,
  step: Step,
  window: Window,
): Promise<{ at: number; rollup: Rollup }[]> =>
  window.since < window.until
    ? rollups.totalSeries({ ...filter, kinds: waitedForKinds, ...window }, step)
    : Promise.resolve([]);

const hourMs = 3_600_000;

const sessionMs = (step: Step): number => Math.max(hourMs, stepMs(step));

const readSessions = (
  { releases }: Pick<Store, "releases">,
  filter: OverviewFilter,
  step: Step,
  window: Window,
) => releases.healthSeries({ ...filter, ...window }, sessionMs(step));

/** Issues that are read for user counts: the busiest of the window. */
const mostIssues = 200;

async function readUsers(
  { traffic }: Pick<Store, "traffic">,
  filter: OverviewFilter,
  window: Window & { stepMs: number },
) {
  const busy = await traffic.busyIssues({
    ...filter,
    since: window.since,
    moreThan: 0,
    limit: mostIssues,
  });
  const read = await traffic.affectedUsers({
    ...filter,
    ...window,
    issueIds: busy.map(({ issueId }) => issueId),
  });
  return { ...read, isAll: read.isAll && busy.length < mostIssues };
}

function stepOf(
  at: number,
  rollup: Rollup,
): Pick<TrafficStep, "at" | "count" | "failed" | "p75Ms"> {
  const { durations, failed } = rollup;
  const p75Ms = durations.quantile(0.75);
  return { at, count: durations.count, failed, ...(p75Ms !== undefined && { p75Ms }) };
}

function crashesOf(
  step: { sessions: number; crashed: number } | undefined,
): Pick<TrafficStep, "crashRate"> {
  const crashRate = step && shareOf(step.crashed, step.sessions);
  return crashRate === undefined ? {} : { crashRate };
}
