import { dayMs } from "#server/domain/time.ts";
import type { Store } from "#server/storage/store.ts";

const slice = 2_000;

/** Check-ins are kept as long as events: 30 days (SPEC section 9), unless it is set. Returns how many went. */
export async function evictCheckIns(
  { monitors, retention }: Pick<Store, "monitors" | "retention">,
  now: number,
): Promise<number> {
  const { eventDays } = await retention.limits();
  let gone = 0;
  for (let last = slice; last === slice; gone += last) last = await monitors.evict(now - eventDays * dayMs, slice);
  return gone;
}
