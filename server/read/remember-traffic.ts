import type { ProjectId } from "#server/domain/ids.ts";
import { hourMs } from "#server/domain/time.ts";
import type { ReadTraffic, Traffic } from "./read-traffic.ts";

/** The home page shows the last day, and lists of traces compare with it. */
export const trafficHours = 24;

/**
 * Projects' traffic of the last `trafficHours` hours, up to an hour old. A project is missing if no value
 * is available within `patienceMs`; without that, cached values are returned immediately.
 */
export type RecentTraffic = (
  projectIds: ProjectId[],
  patienceMs?: number,
) => Promise<Map<ProjectId, Traffic>>;

type Deps = { read: ReadTraffic; now: () => number };
type Known = { at: number; traffic: Traffic };

/** Older values are refreshed in the background without delaying a page. */
const freshMs = 10_000;
/** Older values aren't shown: one hour of 24. */
const usableMs = 60 * 60_000;

/**
 * The home page adds up every route of every project. It shows cached values and never waits for
 * more: a visit after a quiet hour shows no figures, the next one does.
 */
export function rememberTraffic({ read, now }: Deps): RecentTraffic {
  const known = new Map<ProjectId, Known>();
  const reading = new Map<ProjectId, Promise<void>>();

  async function refresh(projectIds: ProjectId[]): Promise<void> {
    const at = now();
    // The same window as lists of routes.
    const traffic = await read(projectIds, { since: at - trafficHours * hourMs, until: at });
    projectIds.forEach((id, index) => known.set(id, { at, traffic: traffic[index]! }));
  }

  function begin(projectIds: ProjectId[]): void {
    const idle = projectIds.filter((id) => !reading.has(id));
    if (idle.length === 0) return;
    // A failed read leaves the figure out. The rest of the page still works.
    const work = refresh(idle)
      .catch(() => undefined)
      .finally(() => idle.forEach((id) => reading.delete(id)));
    for (const id of idle) reading.set(id, work);
  }

  return async (projectIds, patienceMs = 0) => {
    const ageOf = (id: ProjectId) => now() - (known.get(id)?.at ?? -Infinity);
    begin(projectIds.filter((id) => ageOf(id) > freshMs));
    const awaited = projectIds
      .filter((id) => ageOf(id) > usableMs)
      .flatMap((id) => reading.get(id) ?? []);
    if (awaited.length > 0 && patienceMs > 0) await withPatience(Promise.all(awaited), patienceMs);
    const usable = projectIds.filter((id) => ageOf(id) <= usableMs);
    return new Map(usable.map((id) => [id, known.get(id)!.traffic]));
  };
}

async function withPatience(work: Promise<unknown>, patienceMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, patienceMs);
  await Promise.race([work, promise]);
  clearTimeout(timer);
}
