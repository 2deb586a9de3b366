import { dayMs } from "#server/domain/ledger.ts";
import type { Store } from "#server/storage/store.ts";

const keptMs = 30 * dayMs;
const slice = 2_000;

/** Check-ins are kept as long as events: 30 days (SPEC section 9). Returns how many went. */
export async function evictCheckIns({ monitors }: Pick<Store, "monitors">, now: number): Promise<number> {
  let gone = 0;
  for (let last = slice; last === slice; gone += last) last = await monitors.evict(now - keptMs, slice);
  return gone;
}
