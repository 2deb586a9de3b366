import { type CardinalityLimits } from "#server/domain/cardinality/limits.ts";
import { dayMs } from "#server/domain/time.ts";
import { listedOnly } from "#server/storage/names/name-store.ts";
import type { Store } from "#server/storage/store.ts";
import { forEachProject } from "./nodes-away.ts";

/** Below this share of a limit, no names are released: projects with few names keep them all. */
const nearlyFull = 0.9;
/** Random names occur once. A live deploy or environment occurs again within this time. */
const onceDays = 3;
const unseenDays = 30;

/**
 * Releases unused names in projects close to a limit, so that a project recovers from an attack.
 */
export async function freeNames(
  { names, projects, retention }: Pick<Store, "names" | "projects" | "retention">,
  limits: CardinalityLimits,
  now: number,
): Promise<number> {
  const today = Math.floor(now / dayMs);
  const days = { unseenSince: today - unseenDays, onceBefore: today - onceDays };
  const { rollupDays } = await retention.limits();
  const expired = { unseenSince: today - rollupDays - 1, onceBefore: today - rollupDays - 1 };
  let freed = 0;
  await forEachProject({ projects }, async ({ id: projectId }) => {
    for (const [dimension, count] of await names.counts(projectId)) {
      const isFormer = dimension === listedOnly.routes || dimension === listedOnly.pages;
      if (isFormer) freed += await names.free({ projectId, dimension, ...expired });
      else if (count >= nearlyFull * limits[dimension])
        freed += await names.free({ projectId, dimension, ...days });
    }
  });
  return freed;
}
