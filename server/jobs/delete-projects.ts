import type { ProjectId } from "#server/domain/ids.ts";
import type { Store } from "#server/storage/store.ts";

type DeletionDeps = {
  store: Pick<Store, "deletions">;
  now: () => number;
  /** Resolves when everything accepted so far by any process is stored. */
  caughtUp: () => Promise<void>;
};

/** By then, every key is revoked everywhere (`digest/intake/key-cache.ts`). */
const stoppedMs = 3_000;
/** This thread also ingests events. */
const sliceMs = 100;

/**
 * Continues the oldest project deletion for a moment. The rest follows in later runs, also after a
 * restart.
 */
export function deleteProjectsWith({ store, now, caughtUp }: DeletionDeps): () => Promise<boolean> {
  let settled: ProjectId | undefined;

  return async () => {
    const [deletion] = await store.deletions.underWay();
    if (!deletion) return false;
    if (now() - deletion.startedAt < stoppedMs) return true;
    const { projectId } = deletion;
    // Events accepted before and stored after their rows are deleted would stay forever: that data
    // isn't visited again.
    if (settled !== projectId) await caughtUp();
    settled = projectId;
    for (const begun = now(); now() - begun < sliceMs;) {
      const { endedAt } = await store.deletions.advance(projectId, now());
      if (endedAt !== undefined) break;
    }
    return true;
  };
}
