/**
 * A mergeable sketch of a distribution: a DDSketch whose buckets are those of OpenTelemetry's exponential histogram of
 * scale 6 (64 to a doubling, bucket i holds (2^(i/64), 2^((i+1)/64)]), so that such a histogram maps onto it without loss.
 * A value read back lies within 0.55 % of the true one; merging adds counts and loses nothing.
 */
export const bucketsPerDoubling = 64;
/** Below this (a microsecond where values are milliseconds) a value counts as zero. */
export const smallestValue = 1e-3;

export class Sketch {
  count = 0;
  zeroCount = 0;
  /** Counts of the buckets from `first` on. */
  #counts = new Uint32Array(0);
  #first = 0;

  /** One value, not negative; `times` may be negative to take one back that was added before. */
  add(value: number, times = 1): void {
    this.count += times;
    if (value < smallestValue) this.zeroCount += times;
    else this.addToBucket(bucketOf(value), times);
  }

  addToBucket(bucket: number, times: number): void {
    this.#reserve(bucket, bucket);
    this.#counts[bucket - this.#first]! += times;
  }

  merge(other: Sketch): void {
    this.count += other.count;
    this.zeroCount += other.zeroCount;
    for (const [bucket, times] of other.buckets()) this.addToBucket(bucket, times);
  }

  /** Occupied buckets in ascending order. */
  *buckets(): Generator<[bucket: number, count: number]> {
    for (let index = 0; index < this.#counts.length; index++) {
      if (this.#counts[index]! > 0) yield [this.#first + index, this.#counts[index]!];
    }
  }

  /**
   * The value of rank ⌈q × count⌉ (nearest rank, 1 at least), within 0.55 %; undefined when the sketch is empty.
   * `q` from 0 to 1.
   */
  quantile(q: number): number | undefined {
    if (this.count <= 0) return undefined;
    const rank = Math.max(1, Math.ceil(q * this.count));
    let below = this.zeroCount;
    if (rank <= below) return 0;
    let last = 0;
    for (const [bucket, times] of this.buckets()) {
      below += times;
      last = bucket;
      if (rank <= below) break;
    }
    return middleOf(last);
  }

  #reserve(from: number, to: number): void {
    if (this.#counts.length === 0) {
      this.#counts = new Uint32Array(to - from + 1);
      this.#first = from;
      return;
    }
    const end = this.#first + this.#counts.length;
    if (from >= this.#first && to < end) return;
    const first = Math.min(from, this.#first);
    const grown = new Uint32Array(Math.max(to + 1, end) - first);
    grown.set(this.#counts, this.#first - first);
    this.#counts = grown;
    this.#first = first;
  }
}

/** The bucket that holds `value`: greater than its lower bound, at most its upper one. */
export const bucketOf = (value: number): number => Math.ceil(Math.log2(value) * bucketsPerDoubling) - 1;

/** The upper bound of a bucket. */
export const upperBoundOf = (bucket: number): number => 2 ** ((bucket + 1) / bucketsPerDoubling);

/** Of all values the one that is nearest to both ends in proportion. */
export function middleOf(bucket: number): number {
  const lower = 2 ** (bucket / bucketsPerDoubling);
  const upper = upperBoundOf(bucket);
  return (2 * lower * upper) / (lower + upper);
}
