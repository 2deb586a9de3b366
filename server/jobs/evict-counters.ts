import { frequencyWindows } from "#server/domain/alert/windows.ts";
import { dayMs } from "#server/domain/time.ts";
import { tierKeptMs } from "#server/domain/rollup/tier.ts";
import type { Store } from "#server/storage/store.ts";
import { inSlices } from "./retain.ts";

/** The longest window of an alert rule. */
const lateKeptMs = Math.max(...frequencyWindows) * 60_000;

/** Counters by hour are kept as long as rollups by hour, those by day and the ledger as long as rollups by day. */
export async function evictCounters({ retention }: Pick<Store, "retention">, now: number): Promise<void> {
  const { rollupDays } = await retention.limits();
  const daysMs = rollupDays * dayMs;
  const late = now - lateKeptMs;
  const before = { hours: now - Math.min(tierKeptMs.hour, daysMs), days: now - daysMs, late };
  await inSlices(() => retention.evictCounters(before));
}
