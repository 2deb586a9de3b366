import { isNodeAway } from "#server/domain/health/disk-cause.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import type { Store } from "#server/storage/store.ts";
import type { CaughtUp } from "./caught-up-everywhere.ts";

type DeletionDeps = {
  store: Pick<Store, "deletions">;
  now: () => number;
  caughtUp: CaughtUp;
};

/** By then, every key is revoked everywhere (`digest/intake/key-cache.ts`). */
const stoppedMs = 3_000;
/** This thread also ingests events. */
const sliceMs = 100;

/**
 * Continues the oldest project deletion for a moment whose cluster node responds. The rest follows
 * in later runs, also after a restart. Returns whether there was any.
 */
export function deleteProjectsWith({ store, now, caughtUp }: DeletionDeps): () => Promise<boolean> {
  let settled: ProjectId | undefined;

  return async () => {
    for (const { projectId, startedAt } of await store.deletions.underWay()) {
      if (now() - startedAt < stoppedMs) return true;
      // Events accepted before and stored after their rows are deleted would stay forever: that
      // data isn't visited again.
      if (settled !== projectId && (await caughtUp()).has(projectId)) continue;
      settled = projectId;
      try {
        await advance(projectId);
        return true;
      } catch (error) {
        if (!isNodeAway(error)) throw error;
      }
    }
    return false;
  };

  async function advance(projectId: ProjectId): Promise<void> {
    for (const begun = now(); now() - begun < sliceMs;) {
      const { endedAt } = await store.deletions.advance(projectId, now());
      if (endedAt !== undefined) return;
    }
  }
}
