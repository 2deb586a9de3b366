import type { Store } from "#server/storage/store.ts";

/** By then every key has stopped (`digest/key-cache.ts`), and what came before is stored and can be found. */
const settledMs = 3_000;
/** The thread that does this takes events, too. */
const sliceMs = 100;

/** Goes on with the oldest deletion under way, for a moment: what is left is done at the next time, also after a restart. */
export async function deleteProjects(store: Pick<Store, "deletions">, now: () => number): Promise<void> {
  const begun = now();
  const [deletion] = await store.deletions.underWay();
  if (!deletion || begun - deletion.startedAt < settledMs) return;
  while (now() - begun < sliceMs) {
    const { endedAt } = await store.deletions.advance(deletion.projectId, now());
    if (endedAt !== undefined) return;
  }
}
