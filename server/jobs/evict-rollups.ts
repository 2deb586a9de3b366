import { dayMs } from "#server/domain/time.ts";
import type { Store } from "#server/storage/store.ts";

/** Removes what is older than each tier of rollups is kept. Returns how many rows went. */
export async function evictRollups(
  { rollups, retention }: Pick<Store, "rollups" | "retention">,
  now: number,
): Promise<number> {
  const { rollupDays } = await retention.limits();
  return rollups.evict(now, rollupDays * dayMs);
}
