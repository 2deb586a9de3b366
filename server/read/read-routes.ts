import { chooseStep, stepMs } from "#server/domain/rollup/choose-step.ts";
import { periodBefore, recordedSince } from "#server/domain/rollup/period-before.ts";
import { routeEntries, type RouteEntry } from "#server/domain/rollup/route-entry.ts";
import type { Project } from "#server/domain/project/project.ts";
import { bucketStart, type Tier } from "#server/domain/rollup/tier.ts";
import { minutesOf, type Window } from "#server/domain/rollup/window.ts";
import type { RollupStore } from "#server/storage/rollups/rollup-store.ts";
import type { RouteQuery } from "#server/domain/rollup/route-query.ts";

/** All operations matching a query except its text, unsorted. */
export type ReadRoutes = (
  project: Project,
  query: Omit<RouteQuery, "text">,
) => Promise<RoutesReading>;

type RoutesReading = Periods & { entries: RouteEntry[] };

/** The window in whole buckets, and the previous period if comparable. */
export type Periods = {
  window: Window;
  unit: Tier;
  before?: Window;
  /** Recorded duration of each. */
  minutes: { now: number; before: number };
};

const partsOfPeriod = 16;

type Reading = { rollups: RollupStore; now: () => number };

/** Reads all operations in a window, with their previous period. */
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
    // Without any data in the previous period, there is no comparison: not everything is new.
    const compared = earlier.length > 0 ? earlier : undefined;
    const read: RoutesReading = { ...periods, entries: routeEntries(current, minutes, compared) };
    return compared ? read : { ...read, before: undefined };
  };
}

/** The actual window, and the previous period if recorded. */
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

/** Requests of the whole project per step of a period. */
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
