import type { Store } from "#server/storage/store.ts";
import { onReachable } from "./nodes-away.ts";

/** This thread also ingests events. */
const sliceMs = 100;

/**
 * Removes events of deleted issues for a moment. The rest follows in later runs, also after a
 * restart.
 */
export async function emptyDeletedIssues(
  { discards, projects }: Pick<Store, "discards" | "projects">,
  now: () => number,
): Promise<boolean> {
  const begun = now();
  let more = true;
  let removed = false;
  while (more && now() - begun < sliceMs)
    removed = (more = await onReachable({ projects }, discards.emptySlice)) || removed;
  return removed;
}
