import type { LeaseStore } from "#server/storage/processes/lease-store.ts";
import type { ProcessStore } from "#server/storage/processes/process-store.ts";
import type { RateStore } from "#server/storage/processes/rate-store.ts";

/** A folder belongs to one process (`lock.ts`), which gets every lease. */
export function leaseStore(): LeaseStore {
  return { take: async () => true, giveBack: async () => undefined };
}

/** A folder belongs to one process (`lock.ts`), which knows its own status. */
export function processStore(): ProcessStore {
  return {
    report: async () => 0,
    list: async () => [],
    forget: async () => undefined,
    evict: async () => undefined,
  };
}

/** A folder belongs to one process (`lock.ts`), which knows its own usage. */
export function rateStore(): RateStore {
  return { exchange: async () => [] };
}
