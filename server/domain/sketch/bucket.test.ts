import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  bucketOf,
  bucketsPerDoubling,
  firstBucket,
  lastBucket,
  middleOf,
  upperBoundOf,
} from "./bucket.ts";

const bucket = fc.integer({ min: firstBucket + 1, max: lastBucket - 1 });

test("a power of two is its bucket's upper bound", () => {
  for (let exponent = -63; exponent <= 63; exponent++) {
    const power = 2 ** exponent;
    expect(bucketOf(power)).toBe(exponent * bucketsPerDoubling - 1);
    expect(bucketOf(power * (1 + Number.EPSILON))).toBe(exponent * bucketsPerDoubling);
  }
});

test("bounds and buckets agree to the last bit", () => {
  fc.assert(
    fc.property(bucket, (of) => {
      expect(bucketOf(upperBoundOf(of))).toBe(of);
      expect(bucketOf(upperBoundOf(of) * (1 + Number.EPSILON))).toBe(of + 1);
      expect(bucketOf(middleOf(of))).toBe(of);
    }),
    { numRuns: 2_000 },
  );
});

test("a value is within its bucket's bounds and 0.55% of its middle", () => {
  fc.assert(
    fc.property(fc.double({ min: 2 ** -63, max: 2 ** 63, noNaN: true }), (value) => {
      const of = bucketOf(value);
      expect(value).toBeGreaterThan(upperBoundOf(of - 1));
      expect(value).toBeLessThanOrEqual(upperBoundOf(of));
      expect(Math.abs(middleOf(of) / value - 1)).toBeLessThan(0.0055);
    }),
    { numRuns: 5_000 },
  );
});

test("values beyond the outermost buckets are in them", () => {
  expect([2 ** 64, 1e300, Infinity].map(bucketOf)).toEqual([lastBucket, lastBucket, lastBucket]);
  expect([2 ** -64, 1e-300, 5e-324].map(bucketOf)).toEqual([firstBucket, firstBucket, firstBucket]);
});
