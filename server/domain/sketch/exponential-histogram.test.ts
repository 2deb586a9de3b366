import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  type ExponentialHistogram,
  fromExponentialHistogram,
  toExponentialHistogram,
} from "./exponential-histogram.ts";
import { Sketch } from "./sketch.ts";

const counts = fc.array(fc.integer({ min: 0, max: 1_000 }), { maxLength: 160 });
const histograms = fc.record({
  scale: fc.constant(6),
  zeroCount: fc.nat(1_000),
  positive: fc.record({ offset: fc.integer({ min: -4_000, max: 3_900 }), bucketCounts: counts }),
});

/** Without empty buckets at its ends, as `toExponentialHistogram` writes it. */
function trimmed(histogram: ExponentialHistogram): ExponentialHistogram {
  const { offset, bucketCounts } = histogram.positive;
  const first = bucketCounts.findIndex((count) => count > 0);
  if (first < 0) return { ...histogram, positive: { offset: 0, bucketCounts: [] } };
  const last = bucketCounts.findLastIndex((count) => count > 0);
  return { ...histogram, positive: { offset: offset + first, bucketCounts: bucketCounts.slice(first, last + 1) } };
}

test("a histogram of scale 6 comes back as it was", () => {
  fc.assert(
    fc.property(histograms, (histogram) => {
      expect(toExponentialHistogram(fromExponentialHistogram(histogram))).toEqual(trimmed(histogram));
    }),
  );
});

test.each([7, 9, 20])("of scale %i it says what its values would have said", (scale) => {
  const index = (value: number) => Math.ceil(Math.log2(value) * 2 ** scale) - 1;
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0.01, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 9 }), (values) => {
      const sketches = values.map((value) =>
        fromExponentialHistogram({ scale, zeroCount: 0, positive: { offset: index(value), bucketCounts: [1] } }),
      );
      const [read, direct] = [new Sketch(), new Sketch()];
      for (const sketch of sketches) read.merge(sketch);
      for (const value of values) direct.add(value);
      expect([...read.buckets()]).toEqual([...direct.buckets()]);
    }),
  );
});

test("a coarser bucket is spread over those it is made of: its count and bounds are kept", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -10, max: 5 }),
      fc.integer({ min: -3, max: 3 }),
      fc.integer({ min: 1, max: 10_000 }),
      (scale, offset, count) => {
        const sketch = fromExponentialHistogram({ scale, zeroCount: 0, positive: { offset, bucketCounts: [count] } });
        const parts = 2 ** (6 - scale);
        expect(sketch.count).toBe(count);
        for (const [bucket, share] of sketch.buckets()) {
          if (Math.abs(bucket) < 4_000) {
            expect(Math.floor(bucket / parts)).toBe(offset);
            expect(share).toBeLessThanOrEqual(Math.ceil(count / parts));
          }
        }
      },
    ),
  );
});

test("negative values count as zero", () => {
  const negative = { offset: 3, bucketCounts: [2, 5] };
  const histogram = { scale: 6, zeroCount: 1, positive: { offset: 0, bucketCounts: [4] }, negative };
  expect(fromExponentialHistogram(histogram)).toMatchObject({ count: 12, zeroCount: 8 });
});
