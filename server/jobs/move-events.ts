import type { Store } from "#server/storage/store.ts";

/** Short enough that the batches of the digest, which wait meanwhile, hardly notice. */
const atOnceMs = 100;

/** Carries the events of merged and split issues to where they belong, some at a time. Returns whether there were any. */
export async function moveEvents({ groupings }: Pick<Store, "groupings">, now: () => number): Promise<boolean> {
  const until = now() + atOnceMs;
  let more = true;
  let moved = false;
  while (more && now() < until) moved = (more = await groupings.moveEvents()) || moved;
  return moved;
}
