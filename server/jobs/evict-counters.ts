import { dayMs } from "#server/domain/ledger.ts";
import { tierKeptMs } from "#server/domain/rollup/tier.ts";
import type { Store } from "#server/storage/store.ts";
import { inSlices } from "./retain.ts";

/** Counters by hour are kept as long as rollups by hour, those by day and the ledger as long as rollups by day. */
export async function evictCounters({ retention }: Pick<Store, "retention">, now: number): Promise<void> {
  const { rollupDays } = await retention.limits();
  const daysMs = rollupDays * dayMs;
  const before = { hours: now - Math.min(tierKeptMs.hour, daysMs), days: now - daysMs };
  await inSlices(() => retention.evictCounters(before));
}
