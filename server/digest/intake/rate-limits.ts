import type { Key } from "#server/domain/project/project.ts";
import type { SharedRates } from "./shared-rates.ts";

/**
 * A token bucket for each key and category (SPEC section 9): each holds what ten seconds bring. In
 * the worker's memory: after a restart every bucket is full. What other processes let in is taken
 * out of it too, a second later.
 */
export type RateLimits = {
  /**
   * Takes `units` out of the key's bucket; or says after how many seconds there will be one again,
   * and takes none. A request with more than the bucket holds is let through when there is any, and
   * paid back by those that follow.
   */
  take(key: Key, category: string, units: number, at: number): number | undefined;
};

const burstS = 10;
/** One enormous request blocks ingestion no longer than this. */
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
  // Requests come out of order by a little; by more it is the clock that was set back, and time
  // continues from there.
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
