import type { Store } from "#server/storage/store.ts";

/** The thread that does this takes events, too. */
const sliceMs = 100;

/**
 * Removes events of deleted issues, for a moment; what is left goes at the next time, also after a
 * restart.
 */
export async function emptyDeletedIssues(
  { discards }: Pick<Store, "discards">,
  now: () => number,
): Promise<boolean> {
  const begun = now();
  let more = true;
  let removed = false;
  while (more && now() - begun < sliceMs) removed = (more = await discards.emptySlice()) || removed;
  return removed;
}
