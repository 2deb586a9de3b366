import type { Adoption } from "#server/domain/release/adoption.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import { hourMs, hourOf } from "#server/domain/time.ts";
import { waitedForKinds } from "#server/domain/rollup/operation.ts";
import type { Window } from "#server/domain/rollup/window.ts";
import type { Store } from "#server/storage/store.ts";

type Asked = {
  projectId: ProjectId;
  environment?: string;
  until: number;
  measure: AdoptionMeasure;
};

/** The basis of adoption: sessions if any were sent in the window, otherwise requests. */
export type AdoptionMeasure = "sessions" | "requests";

const hours = 24;

/** The current hour alone has too little data in its first minutes. */
const hoursNow = 2;
const fewestNow = 10;

/**
 * Adoption: a release's share of all sessions (or requests if no sessions are sent) in the 24 hours
 * before `until`, including the current hour, regardless of a page's time range, and its share now:
 * after a complete rollout, the day's share stays below 100% for a day.
 */
export async function readAdoption(
  { releases, rollups }: Pick<Store, "releases" | "rollups">,
  { until, measure, ...filter }: Asked,
): Promise<(version: string) => Adoption> {
  const hour = hourOf(until - 1);
  const nowSince = hour - (hoursNow - 1) * hourMs;
  const [earlier, now] = await Promise.all([
    countsIn({ since: hour - (hours - 1) * hourMs, until: nowSince }),
    countsIn({ since: nowSince, until }),
  ]);
  const [wholeEarlier, wholeNow] = [sumOf(earlier), sumOf(now)];
  return (version) => {
    const [before, part] = [earlier.get(version) ?? 0, now.get(version) ?? 0];
    const day = { part: before + part, whole: wholeEarlier + wholeNow };
    return wholeNow >= fewestNow ? { ...day, now: { part, whole: wholeNow } } : day;
  };

  /** Sessions or requests by version. */
  async function countsIn(window: Window): Promise<Map<string, number>> {
    if (measure === "sessions") {
      const health = await releases.health({ ...filter, ...window, withUsers: false });
      return new Map([...health].map(([version, { sessions }]) => [version, sessions]));
    }
    const ran = await rollups.releases({ ...filter, ...window, kinds: waitedForKinds });
    return new Map(ran.map(({ release, rollup }) => [release, rollup.durations.count]));
  }
}

const sumOf = (counts: Map<string, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);
