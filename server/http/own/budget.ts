type BudgetLimits = {
  /** Burst size and requests per second: per address and in total. */
  perAddress: Rate;
  inAll: Rate;
  /** As sent, in total; a day is 24 hours of UTC. */
  bytesPerDay: number;
};

type Rate = { burst: number; perSecond: number };

/** The remaining budget. */
type Budget = {
  /** False: over the limit, and nothing is accepted. */
  take(address: string, bytes: number, at: number): boolean;
};

const dayMs = 86_400_000;
/** Bounds memory during a flood of addresses: the longest idle one is dropped. */
const mostAddresses = 10_000;

type Bucket = { tokens: number; at: number };

export function createBudget({ perAddress, inAll, bytesPerDay }: BudgetLimits): Budget {
  const addresses = new Map<string, Bucket>();
  const all: Bucket = { tokens: inAll.burst, at: 0 };
  let today = { day: 0, bytes: 0 };

  function bucketOf(address: string, at: number): Bucket {
    const bucket = addresses.get(address) ?? { tokens: perAddress.burst, at };
    addresses.delete(address);
    addresses.set(address, bucket);
    if (addresses.size > mostAddresses) addresses.delete(addresses.keys().next().value!);
    return bucket;
  }

  return {
    take(address, bytes, at) {
      const day = Math.floor(at / dayMs);
      if (today.day !== day) today = { day, bytes: 0 };
      const mine = bucketOf(address, at);
      fill(mine, perAddress, at);
      fill(all, inAll, at);
      if (mine.tokens < 1 || all.tokens < 1 || today.bytes + bytes > bytesPerDay) return false;
      mine.tokens -= 1;
      all.tokens -= 1;
      today.bytes += bytes;
      return true;
    },
  };
}

function fill(bucket: Bucket, { burst, perSecond }: Rate, at: number): void {
  const passedS = Math.max(0, at - bucket.at) / 1000;
  bucket.tokens = Math.min(burst, bucket.tokens + passedS * perSecond);
  bucket.at = at;
}
