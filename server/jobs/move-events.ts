import type { Store } from "#server/storage/store.ts";

/** Short enough that the batches of the digest, which wait meanwhile, hardly notice. */
const atOnceMs = 100;

/** Carries the events of merged and split issues to where they belong, some at a time. */
export async function moveEvents({ groupings }: Pick<Store, "groupings">, now: () => number): Promise<void> {
  const until = now() + atOnceMs;
  while (now() < until && (await groupings.moveEvents()));
}
