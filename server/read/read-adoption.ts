import type { Adoption } from "#server/domain/release/adoption.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import { hourMs, hourOf } from "#server/domain/time.ts";
import { waitedForKinds } from "#server/domain/rollup/operation.ts";
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
  const [ofDay, ofNow] = await Promise.all([sharesIn(hours), sharesIn(hoursNow)]);
  return (version) => {
    const [day, now] = [ofDay(version), ofNow(version)];
    return now.whole >= fewestNow ? { ...day, now } : day;
  };

  async function sharesIn(length: number): Promise<(version: string) => Adoption> {
    const window = { since: hourOf(until - 1) - (length - 1) * hourMs, until };
    const parts =
      measure === "sessions"
        ? await sessionsOf(releases, { ...filter, ...window })
        : await requestsOf(window);
    const whole = [...parts.values()].reduce((sum, part) => sum + part, 0);
    return (version) => ({ part: parts.get(version) ?? 0, whole });
  }

  async function requestsOf(window: { since: number; until: number }) {
    const ran = await rollups.releases({ ...filter, ...window, kinds: waitedForKinds });
    return new Map(ran.map(({ release, rollup }) => [release, rollup.durations.count]));
  }
}

type Sessions = { projectId: ProjectId; environment?: string; since: number; until: number };

async function sessionsOf(
  releases: Store["releases"],
  filter: Sessions,
): Promise<Map<string, number>> {
  const health = await releases.health({ ...filter, withUsers: false });
  return new Map([...health].map(([version, { sessions }]) => [version, sessions]));
}
