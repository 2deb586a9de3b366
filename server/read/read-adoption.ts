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

/** Of the last 24 hours, regardless of the window. */
export type Adoption = { part: number; whole: number };

const hours = 24;

/**
 * Adoption: a release's share of all sessions (or requests if no sessions are sent) in the 24 hours
 * before `until`, including the current hour, regardless of a page's time range. Shows who uses a
 * release now.
 */
export async function readAdoption(
  { releases, rollups }: Pick<Store, "releases" | "rollups">,
  { until, measure, ...filter }: Asked,
): Promise<(version: string) => Adoption> {
  const window = { since: hourOf(until - 1) - (hours - 1) * hourMs, until };
  const parts =
    measure === "sessions"
      ? await sessionsOf(releases, { ...filter, ...window })
      : await requests();
  const whole = [...parts.values()].reduce((sum, part) => sum + part, 0);
  return (version) => ({ part: parts.get(version) ?? 0, whole });

  async function requests(): Promise<Map<string, number>> {
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
