import { bucketOf, firstBucket, lastBucket, middleOf } from "./bucket.ts";

/** A smaller value (a microsecond if values are milliseconds) counts as zero. */
export const smallestValue = 1e-3;
const spareBuckets = 32;

/**
 * A mergeable sketch of a distribution: a DDSketch with the buckets of OpenTelemetry's exponential
 * histogram of scale 6 (bucket.ts), so that such a histogram converts without loss. Values are
 * within 0.55% of the true ones; merging adds counts and loses nothing. `count` is always the sum
 * of `zeroCount` and all buckets.
 */
export class Sketch {
  count = 0;
  zeroCount = 0;
  /** Counts of the buckets from `first` on. Doubles, so that none overflows. */
  #counts = new Float64Array(0);
  #first = 0;
  /** All buckets outside of these are empty: the range used so far. */
  #lowest = Infinity;
  #highest = -Infinity;

  /**
   * One value; `times` may be negative to remove one. Values below `smallestValue`, negative ones,
   * and NaN count as zero: they occurred, and a clock that ran backwards means no time.
   */
  add(value: number, times = 1): void {
    if (value >= smallestValue) this.addToBucket(bucketOf(value), times);
    else this.addZeros(times);
  }

  /** Removes no more than there is: a count never falls below zero. */
  addZeros(times: number): void {
    const change = Math.max(times, -this.zeroCount);
    this.zeroCount += change;
    this.count += change;
  }

  /** Values beyond the outermost bucket count in it. Removes no more than there is. */
  addToBucket(bucket: number, times: number): void {
    const inside = Math.min(Math.max(bucket, firstBucket), lastBucket);
    if (times <= 0 && (inside < this.#lowest || inside > this.#highest)) return;
    const { counts, start } = this.open(inside, inside);
    const change = Math.max(times, -counts[inside - start]!);
    counts[inside - start]! += change;
    this.count += change;
  }

  merge(other: Sketch): void {
    this.addZeros(other.zeroCount);
    const { first, counts } = other.dense();
    if (counts.length === 0) return;
    const mine = this.open(first, first + counts.length - 1);
    const offset = first - mine.start;
    for (let index = 0; index < counts.length; index++)
      mine.counts[offset + index]! += counts[index]!;
    this.count += other.count - other.zeroCount;
  }

  /**
   * The counts from the first to the last occupied bucket: a view, valid until the sketch changes.
   */
  dense(): { first: number; counts: Float64Array } {
    let [from, to] = [this.#lowest, this.#highest];
    while (from <= to && this.#counts[from - this.#first] === 0) from++;
    while (to > from && this.#counts[to - this.#first] === 0) to--;
    if (from > to) return { first: 0, counts: this.#counts.subarray(0, 0) };
    return { first: from, counts: this.#counts.subarray(from - this.#first, to - this.#first + 1) };
  }

  /** Occupied buckets in ascending order. */
  *buckets(): Generator<[bucket: number, count: number]> {
    const { first, counts } = this.dense();
    for (let index = 0; index < counts.length; index++) {
      if (counts[index]! > 0) yield [first + index, counts[index]!];
    }
  }

  /**
   * The value of rank ⌈q × count⌉ (nearest rank, at least 1), within 0.55%; undefined if the sketch
   * is empty. `q` from 0 to 1.
   */
  quantile(q: number): number | undefined {
    if (this.count <= 0) return undefined;
    const rank = Math.max(1, Math.ceil(q * this.count));
    let below = this.zeroCount;
    if (rank <= below) return 0;
    let bucket = this.#lowest - 1;
    while (below < rank && bucket < this.#highest) below += this.#counts[++bucket - this.#first]!;
    return middleOf(bucket);
  }

  /** Empties it, keeping the memory. */
  clear(): void {
    if (this.#lowest <= this.#highest) {
      this.#counts.fill(0, this.#lowest - this.#first, this.#highest - this.#first + 1);
    }
    this.count = 0;
    this.zeroCount = 0;
    this.#lowest = Infinity;
    this.#highest = -Infinity;
  }

  /**
   * The counts from bucket `start` on, with room for the buckets `from` to `to`, for codecs that
   * add many at once. They must update `count`, and not hold the array longer.
   */
  open(from: number, to: number): { counts: Float64Array; start: number } {
    if (from < this.#first || to >= this.#first + this.#counts.length) this.#grow(from, to);
    if (from < this.#lowest) this.#lowest = from;
    if (to > this.#highest) this.#highest = to;
    return { counts: this.#counts, start: this.#first };
  }

  /**
   * Reserves half a doubling on the growing side, because the next value is usually close; on both
   * if a whole distribution is the first, because similar, slightly wider ones follow: growing for
   * each was a fifth of merging a month.
   */
  #grow(from: number, to: number): void {
    const end = this.#first + this.#counts.length;
    const isNew = this.#counts.length === 0;
    const spare = isNew && from === to ? 0 : spareBuckets;
    const start = isNew || from < this.#first ? from - spare : this.#first;
    const grown = new Float64Array((isNew || to >= end ? to + 1 + spare : end) - start);
    if (!isNew) grown.set(this.#counts, this.#first - start);
    this.#counts = grown;
    this.#first = start;
  }
}
