import type { Key } from "#server/domain/project/project.ts";
import type { SharedRates } from "./shared-rates.ts";

/**
 * A token bucket per key and category that holds ten seconds' worth. In the worker's memory: every
 * bucket is full after a restart. What other processes accept is taken out a second later.
 */
export type RateLimits = {
  /**
   * Takes `units` from the key's bucket, or returns the seconds until one is available and takes
   * none. A request larger than the bucket passes if any unit is left; later requests repay it.
   */
  take(key: Key, category: string, units: number, at: number): number | undefined;
};

const burstS = 10;
/** The longest time that one oversized request can block ingestion. */
const longestDebtS = 60;

const disorderMs = 5_000;

type Bucket = { tokens: number; at: number; perS: number };

export function createRateLimits(shared: Pick<SharedRates, "took" | "follow">): RateLimits {
  const buckets = new Map<string, Bucket>();

  function newBucket(name: string, at: number): Bucket {
    const bucket = { tokens: Infinity, at, perS: 0 };
    buckets.set(name, bucket);
    shared.follow(name, (units, heardAt) => {
      fill(bucket, heardAt);
      spend(bucket, units);
    });
    return bucket;
  }

  return {
    take({ publicKey, eventsPerMinute }, category, units, at) {
      if (eventsPerMinute === undefined) return undefined;
      const name = `${publicKey} ${category}`;
      const bucket = buckets.get(name) ?? newBucket(name, at);
      bucket.perS = eventsPerMinute / 60;
      fill(bucket, at);
      if (bucket.tokens < 1) return Math.max(1, Math.ceil((1 - bucket.tokens) / bucket.perS));
      spend(bucket, units);
      shared.took(name, units);
      return undefined;
    },
  };
}

function fill(bucket: Bucket, at: number): void {
  // Requests may be slightly out of order. A larger difference means that the clock was set back;
  // time continues from there.
  if (at < bucket.at - disorderMs) bucket.at = at;
  const passedS = Math.max(0, at - bucket.at) / 1000;
  bucket.tokens = Math.min(
    Math.max(1, bucket.perS * burstS),
    bucket.tokens + passedS * bucket.perS,
  );
  bucket.at = Math.max(bucket.at, at);
}

function spend(bucket: Bucket, units: number): void {
  bucket.tokens = Math.max(bucket.tokens - units, -longestDebtS * bucket.perS);
}
