import type { Store } from "#server/storage/store.ts";

/** The thread that does this takes events, too. */
const sliceMs = 100;

/** Removes events of deleted issues, for a moment; what is left goes at the next time, also after a restart. */
export async function emptyDeletedIssues({ discards }: Pick<Store, "discards">, now: () => number): Promise<void> {
  const begun = now();
  while (now() - begun < sliceMs && (await discards.emptySlice()));
}
