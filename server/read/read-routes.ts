import { chooseStep, stepMs } from "#server/domain/rollup/choose-step.ts";
import { periodBefore, recordedSince } from "#server/domain/rollup/period-before.ts";
import { routeEntries, type RouteEntry } from "#server/domain/rollup/route-entry.ts";
import type { Project } from "#server/domain/project/project.ts";
import { bucketStart, type Tier } from "#server/domain/rollup/tier.ts";
import { minutesOf, type Window } from "#server/domain/rollup/window.ts";
import type { RollupStore } from "#server/storage/rollups/rollup-store.ts";
import type { RouteQuery } from "#server/domain/rollup/route-query.ts";

/** Every operation that a query asks for, but for its text: in no order. */
export type ReadRoutes = (
  project: Project,
  query: Omit<RouteQuery, "text">,
) => Promise<RoutesReading>;

type RoutesReading = Periods & { entries: RouteEntry[] };

/**
 * A window as it is read, in whole buckets, and the one before it where there is one to compare
 * with.
 */
export type Periods = {
  window: Window;
  unit: Tier;
  before?: Window;
  /** How long was recorded of each. */
  minutes: { now: number; before: number };
};

const partsOfPeriod = 16;

type Reading = { rollups: RollupStore; now: () => number };

/** Every operation that ran in a window, beside what it was in the period before. */
export function createReadRoutes(reading: Reading): ReadRoutes {
  const { rollups } = reading;
  return async (project, { window, environment, release, service, kinds }) => {
    const periods = await readPeriods(reading, project, window);
    const { before, minutes } = periods;
    const filter = { projectId: project.id, environment, release, service, kinds };
    const [current, earlier] = await Promise.all([
      rollups.operations({ ...filter, ...window }),
      before ? rollups.operations({ ...filter, ...before }) : [],
    ]);
    // Where nothing ran at all there is nothing to compare with: not everything is new.
    const compared = earlier.length > 0 ? earlier : undefined;
    const read: RoutesReading = { ...periods, entries: routeEntries(current, minutes, compared) };
    return compared ? read : { ...read, before: undefined };
  };
}

/** A window as it is read, and the period to compare it with where one is recorded. */
export async function readPeriods(
  { rollups, now }: Reading,
  project: Project,
  window: Window,
): Promise<Periods> {
  const cover = await rollups.cover(window);
  const covered = { since: cover.since, until: Math.min(cover.until, now()) };
  const { unit, ...before } = await periodBefore(window, cover, (each) => rollups.cover(each));
  const recorded = recordedSince(before, await stepsOf(rollups, project, before, unit));
  return {
    window: covered,
    unit: cover.unit,
    minutes: {
      now: minutesOf(covered),
      before: recorded === undefined ? 0 : minutesOf({ ...before, since: recorded }),
    },
    ...(recorded !== undefined && { before: { since: before.since, until: before.until } }),
  };
}

/** How much ran in the project in each part of a period, whatever it was. */
async function stepsOf(rollups: RollupStore, { id }: Project, period: Window, unit: Tier) {
  const step = chooseStep({ ...period, unit }, partsOfPeriod);
  const ran = await rollups.counts({ projectId: id, ...period }, step);
  const counts = ran.map((each) => each.counts);
  const from = bucketStart(step.unit, period.since);
  const length = Math.max(0, ...counts.map((each) => each.length));
  return Array.from({ length }, (_, index) => ({
    at: from + index * stepMs(step),
    count: counts.reduce((sum, each) => sum + (each[index] ?? 0), 0),
  }));
}
