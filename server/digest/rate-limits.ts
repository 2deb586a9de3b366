import type { Key } from "#server/domain/project/project.ts";

/**
 * A token bucket for each key and category (SPEC section 9): each holds what ten seconds bring. In the worker's memory: after a restart
 * every bucket is full.
 */
export type RateLimits = {
  /**
   * Takes `units` out of the key's bucket; or says after how many seconds there will be one again, and takes none. A
   * request with more than the bucket holds is let through when there is any, and paid back by those that follow.
   */
  take(key: Key, category: string, units: number, at: number): number | undefined;
};

const burstS = 10;
/** One enormous request closes the door for no longer than this. */
const longestDebtS = 60;

const disorderMs = 5_000;

type Bucket = { tokens: number; at: number };

export function createRateLimits(): RateLimits {
  const buckets = new Map<string, Bucket>();
  return {
    take({ publicKey, eventsPerMinute }, category, units, at) {
      if (eventsPerMinute === undefined) return undefined;
      const perS = eventsPerMinute / 60;
      const most = Math.max(1, perS * burstS);
      const name = `${publicKey} ${category}`;
      const bucket = buckets.get(name) ?? { tokens: most, at };
      buckets.set(name, bucket);
      // Requests come out of order by a little; by more it is the clock that was set back, and time goes on from there.
      if (at < bucket.at - disorderMs) bucket.at = at;
      const passedS = Math.max(0, at - bucket.at) / 1000;
      bucket.tokens = Math.min(most, bucket.tokens + passedS * perS);
      bucket.at = Math.max(bucket.at, at);
      if (bucket.tokens < 1) return Math.max(1, Math.ceil((1 - bucket.tokens) / perS));
      bucket.tokens = Math.max(bucket.tokens - units, -longestDebtS * perS);
      return undefined;
    },
  };
}
