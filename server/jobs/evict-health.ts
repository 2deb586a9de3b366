import { tierKeptMs } from "#server/domain/rollup/tier.ts";
import type { Store } from "#server/storage/store.ts";

/** Sessions are kept as long as rollups by day: 400 days (SPEC section 9). Returns how many rows went. */
export function evictHealth({ releases }: Pick<Store, "releases">, now: number): Promise<number> {
  return releases.evictHealth(now - tierKeptMs.day);
}
