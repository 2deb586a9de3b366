import type { ProjectId } from "#server/domain/ids.ts";
import type { Store } from "#server/storage/store.ts";

type DeletionDeps = {
  store: Pick<Store, "deletions">;
  now: () => number;
  /** Resolves when all that any process had accepted by now is stored. */
  caughtUp: () => Promise<void>;
};

/** By then every key has stopped (`digest/intake/key-cache.ts`). */
const stoppedMs = 3_000;
/** The thread that does this takes events, too. */
const sliceMs = 100;

/**
 * Goes on with the oldest deletion under way, for a moment: what is left is done at the next time,
 * also after a restart.
 */
export function deleteProjectsWith({ store, now, caughtUp }: DeletionDeps): () => Promise<boolean> {
  let settled: ProjectId | undefined;

  return async () => {
    const [deletion] = await store.deletions.underWay();
    if (!deletion) return false;
    if (now() - deletion.startedAt < stoppedMs) return true;
    const { projectId } = deletion;
    // What was taken before and is stored after its rows have gone would stay for good: that place
    // is not read again.
    if (settled !== projectId) await caughtUp();
    settled = projectId;
    for (const begun = now(); now() - begun < sliceMs;) {
      const { endedAt } = await store.deletions.advance(projectId, now());
      if (endedAt !== undefined) break;
    }
    return true;
  };
}
