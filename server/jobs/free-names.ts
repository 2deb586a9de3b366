import { type CardinalityLimits, type Dimension } from "#server/domain/cardinality/limits.ts";
import { dayMs } from "#server/domain/ledger.ts";
import type { Store } from "#server/storage/store.ts";

/** Below this share of a limit nothing is given back: a project that uses few names keeps them all. */
const nearlyFull = 0.9;
/** Made-up names come once; a deploy or an environment that lives comes again within this time. */
const onceDays = 3;
const unseenDays = 30;

/** Gives back names that are no longer used in projects that are about to exceed a limit, so that one that was attacked recovers. */
export async function freeNames(
  { names, projects }: Pick<Store, "names" | "projects">,
  limits: CardinalityLimits,
  now: number,
): Promise<number> {
  const today = Math.floor(now / dayMs);
  const days = { unseenSince: today - unseenDays, onceBefore: today - onceDays };
  let freed = 0;
  for (const { id: projectId } of await projects.list()) {
    const isNearlyFull = ([dimension, count]: [Dimension, number]) => count >= nearlyFull * limits[dimension];
    const full = [...(await names.counts(projectId))].filter(isNearlyFull);
    for (const [dimension] of full) freed += await names.free({ projectId, dimension, ...days });
  }
  return freed;
}
