import type { Store } from "#server/storage/store.ts";

/** Removes what is older than each tier of rollups is kept. Returns how many rows went. */
export function evictRollups(store: Pick<Store, "rollups">, now: number): Promise<number> {
  return store.rollups.evict(now);
}
