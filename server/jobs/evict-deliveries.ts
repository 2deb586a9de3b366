import { keptDays } from "#server/domain/delivery/delivery.ts";
import { dayMs } from "#server/domain/time.ts";
import type { Store } from "#server/storage/store.ts";

/** Removes messages, deliveries and notices that have been kept long enough, a slice at a time. Returns how many rows went. */
export async function evictDeliveries({ deliveries }: Pick<Store, "deliveries">, now: number): Promise<number> {
  let removed = 0;
  for (;;) {
    const gone = await deliveries.evict(now - keptDays * dayMs);
    if (gone === 0) return removed;
    removed += gone;
  }
}
