import { dayMs } from "#server/domain/time.ts";
import type { Store } from "#server/storage/store.ts";

/** What is known of single sessions: longer than any is asked for (`digest/shared-sessions.ts`). */
const heardDays = 2;

/** Sessions are kept as long as rollups by day: 400 days (SPEC section 9), unless it is set. Returns how many rows went. */
export async function evictHealth(
  { releases, retention }: Pick<Store, "releases" | "retention">,
  now: number,
): Promise<number> {
  const { rollupDays } = await retention.limits();
  return releases.evictHealth(now - rollupDays * dayMs, now - heardDays * dayMs);
}
