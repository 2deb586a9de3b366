import { bucketsPerDoubling, firstBucket, lastBucket } from "./bucket.ts";
import { Sketch } from "./sketch.ts";

/** The fields of OTLP's ExponentialHistogramDataPoint that matter: bucket `offset + i` counts `bucketCounts[i]`. */
export type ExponentialHistogram = {
  scale: number;
  zeroCount: number;
  positive: { offset: number; bucketCounts: number[] };
  negative?: { offset: number; bucketCounts: number[] };
};

export const sketchScale = Math.log2(bucketsPerDoubling);

/**
 * Without loss from scale 6 on: our buckets are those of scale 6, and each finer bucket lies whole in one of them. A coarser
 * bucket of scale s is spread evenly over the 2^(6−s) that it is made of, which keeps its count and bounds, and guesses what
 * lies between. Negative values count as zero, those beyond 2^±64 in the outermost bucket. Values keep their unit:
 * seconds are not turned into milliseconds here, because 1,000 is no whole number of buckets.
 */
export function fromExponentialHistogram({ scale, zeroCount, positive, negative }: ExponentialHistogram): Sketch {
  const sketch = new Sketch();
  sketch.addZeros(zeroCount + (negative?.bucketCounts ?? []).reduce((sum, count) => sum + count, 0));
  for (const [index, count] of positive.bucketCounts.entries()) {
    const bucket = positive.offset + index;
    if (count === 0) continue;
    if (scale >= sketchScale) sketch.addToBucket(Math.floor(bucket / 2 ** (scale - sketchScale)), count);
    else spread(sketch, bucket, 2 ** (sketchScale - scale), count);
  }
  return sketch;
}

/** Always of scale 6. */
export function toExponentialHistogram(sketch: Sketch): ExponentialHistogram {
  const { first, counts } = sketch.dense();
  return { scale: sketchScale, zeroCount: sketch.zeroCount, positive: { offset: first, bucketCounts: [...counts] } };
}

/** Each of the `parts` buckets receives the difference of two rounded shares, so that together they are `count`. */
function spread(sketch: Sketch, bucket: number, parts: number, count: number): void {
  const from = bucket * parts;
  const shareBefore = (part: number) => Math.floor((count * part) / parts);
  const first = Math.min(Math.max(from, firstBucket), lastBucket);
  const last = Math.min(Math.max(from + parts - 1, firstBucket), lastBucket);
  for (let inside = first; inside <= last; inside++) {
    const [low, high] = [inside === first ? 0 : inside - from, inside === last ? parts : inside + 1 - from];
    const share = shareBefore(high) - shareBefore(low);
    if (share > 0) sketch.addToBucket(inside, share);
  }
}
