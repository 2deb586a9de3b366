import type { ProjectId } from "#server/domain/ids.ts";
import { hourMs } from "#server/domain/time.ts";
import type { ReadTraffic, Traffic } from "./read-traffic.ts";

/**
 * Traffic of the last `hours` hours of projects, up to an hour old. A project is missing where
 * nothing is known of it within `patienceMs`; without that, what is known is returned at once.
 */
export type RecentTraffic = (
  projectIds: ProjectId[],
  hours: number,
  patienceMs?: number,
) => Promise<Map<ProjectId, Traffic>>;

type Deps = { read: ReadTraffic; now: () => number };
type Known = { at: number; traffic: Traffic };

/** Read again in the background when it is older; no page waits for that. */
const freshMs = 10_000;
/** What is older is not shown: of 24 hours, one. */
const usableMs = 60 * 60_000;

/**
 * The home page adds up every route of every project. It shows what is known and never waits for
 * more: a visit after a quiet hour shows no figures, and the next one does.
 */
export function rememberTraffic({ read, now }: Deps): RecentTraffic {
  const known = new Map<ProjectId, Known>();
  const reading = new Map<ProjectId, Promise<void>>();

  async function refresh(projectIds: ProjectId[], hours: number): Promise<void> {
    const at = now();
    // As every list of routes reads so many hours.
    const traffic = await read(projectIds, { since: at - hours * hourMs, until: at });
    projectIds.forEach((id, index) => known.set(id, { at, traffic: traffic[index]! }));
  }

  function begin(projectIds: ProjectId[], hours: number): void {
    const idle = projectIds.filter((id) => !reading.has(id));
    if (idle.length === 0) return;
    // A read that fails leaves the figure out: the page has more to show.
    const work = refresh(idle, hours)
      .catch(() => undefined)
      .finally(() => idle.forEach((id) => reading.delete(id)));
    for (const id of idle) reading.set(id, work);
  }

  return async (projectIds, hours, patienceMs = 0) => {
    const ageOf = (id: ProjectId) => now() - (known.get(id)?.at ?? -Infinity);
    begin(
      projectIds.filter((id) => ageOf(id) > freshMs),
      hours,
    );
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
