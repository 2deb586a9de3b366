import { bucketOf, firstBucket, lastBucket, middleOf } from "./bucket.ts";

export { bucketOf, bucketsPerDoubling, middleOf, upperBoundOf } from "./bucket.ts";

/** Below this (a microsecond where values are milliseconds) a value counts as zero. */
export const smallestValue = 1e-3;
const spareBuckets = 32;

/**
 * A mergeable sketch of a distribution: a DDSketch whose buckets are those of OpenTelemetry's exponential histogram of
 * scale 6 (bucket.ts), so that such a histogram maps onto it without loss. A value read back lies within 0.55 % of the
 * true one; merging adds counts and loses nothing. `count` is always the sum of `zeroCount` and all buckets.
 */
export class Sketch {
  count = 0;
  zeroCount = 0;
  /** Counts of the buckets from `first` on; those at the ends may be empty. Doubles, so that no count overflows. */
  #counts = new Float64Array(0);
  #first = 0;

  /**
   * One value; `times` may be negative to take one back that was added before. What is less than `smallestValue`,
   * negative or not a number counts as zero: it took part, and a clock that ran backwards took no time.
   */
  add(value: number, times = 1): void {
    if (value >= smallestValue) this.addToBucket(bucketOf(value), times);
    else this.addZeros(times);
  }

  addZeros(times: number): void {
    const change = Math.max(times, -this.zeroCount);
    this.zeroCount += change;
    this.count += change;
  }

  /** Takes back no more than there is. */
  addToBucket(bucket: number, times: number): void {
    const inside = Math.min(Math.max(bucket, firstBucket), lastBucket);
    const index = inside - this.#first;
    if (index >= 0 && index < this.#counts.length) {
      const change = Math.max(times, -this.#counts[index]!);
      this.#counts[index]! += change;
      this.count += change;
    } else if (times > 0) {
      const { counts, start } = this.open(inside, inside);
      counts[inside - start]! += times;
      this.count += times;
    }
  }

  merge(other: Sketch): void {
    const { first, counts } = other.dense();
    this.addDense(first, counts);
    this.addZeros(other.zeroCount);
  }

  /** Adds counts, none negative, of consecutive buckets from `first` on. */
  addDense(first: number, counts: Float64Array): void {
    if (counts.length === 0) return;
    const mine = this.open(first, first + counts.length - 1);
    const offset = first - mine.start;
    let sum = 0;
    for (let index = 0; index < counts.length; index++) {
      const times = counts[index]!;
      mine.counts[offset + index]! += times;
      sum += times;
    }
    this.count += sum;
  }

  /** The counts from the first occupied bucket to the last one: a view, valid until the sketch changes. */
  dense(): { first: number; counts: Float64Array } {
    let [from, to] = [0, this.#counts.length];
    while (from < to && this.#counts[from] === 0) from++;
    while (to > from && this.#counts[to - 1] === 0) to--;
    return { first: this.#first + from, counts: this.#counts.subarray(from, to) };
  }

  /** Occupied buckets in ascending order. */
  *buckets(): Generator<[bucket: number, count: number]> {
    const { first, counts } = this.dense();
    for (let index = 0; index < counts.length; index++) {
      if (counts[index]! > 0) yield [first + index, counts[index]!];
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
    let index = -1;
    while (below < rank && index + 1 < this.#counts.length) below += this.#counts[++index]!;
    return middleOf(this.#first + index);
  }

  /** Back to nothing, the memory kept for what comes next. */
  clear(): void {
    this.count = 0;
    this.zeroCount = 0;
    this.#counts.fill(0);
  }

  /**
   * The counts themselves, from bucket `start` on, with room for the buckets `from` to `to`: for codecs that add many at
   * once. They answer for `count`, and hold the array no longer than that.
   */
  open(from: number, to: number): { counts: Float64Array; start: number } {
    if (from < this.#first || to >= this.#first + this.#counts.length) this.#grow(from, to);
    return { counts: this.#counts, start: this.#first };
  }

  /** Half a doubling to spare on the side that grows: the next value mostly lies near by. */
  #grow(from: number, to: number): void {
    const end = this.#first + this.#counts.length;
    const isNew = this.#counts.length === 0;
    const start = isNew ? from : from < this.#first ? from - spareBuckets : this.#first;
    const grown = new Float64Array((isNew ? to + 1 : to >= end ? to + 1 + spareBuckets : end) - start);
    if (!isNew) grown.set(this.#counts, this.#first - start);
    this.#counts = grown;
    this.#first = start;
  }
}
