import type { LeaseStore } from "#server/storage/processes/lease-store.ts";
import type { ProcessStore } from "#server/storage/processes/process-store.ts";
import type { RateStore } from "#server/storage/processes/rate-store.ts";

/** A folder belongs to one process (`lock.ts`): it holds whatever it asks for. */
export function leaseStore(): LeaseStore {
  return { take: async () => true, giveBack: async () => undefined };
}

/** A folder belongs to one process (`lock.ts`), which knows by itself how it stands. */
export function processStore(): ProcessStore {
  return {
    report: async () => 0,
    list: async () => [],
    forget: async () => undefined,
    evict: async () => undefined,
  };
}

/** A folder belongs to one process (`lock.ts`): it knows by itself what it has let in. */
export function rateStore(): RateStore {
  return { exchange: async () => [] };
}
