/**
 * The buckets of OpenTelemetry's exponential histogram of scale 6: 64 per doubling; bucket i holds
 * (2^(i/64), 2^((i+1)/64)]. Bounds and bucket lookup use one table, so that they agree to the last
 * bit and every power of two is the upper bound of its bucket.
 */
export const bucketsPerDoubling = 64;
/** Values from 2^−64 to 2^64; others count in the outermost bucket. */
export const firstBucket = -64 * bucketsPerDoubling;
export const lastBucket = 64 * bucketsPerDoubling - 1;

const bounds = Float64Array.from(
  { length: bucketsPerDoubling + 1 },
  (_, index) => 2 ** (index / bucketsPerDoubling),
);

/** The bucket of a positive `value`: above its lower bound, and at most its upper one. */
export function bucketOf(value: number): number {
  if (value >= 2 ** 64) return lastBucket;
  if (value <= 2 ** -64) return firstBucket;
  const logarithm = Math.log2(value);
  const doubling = Math.floor(logarithm);
  const mantissa = value / 2 ** doubling;
  // Off by at most one, because the logarithm and the bounds are rounded.
  let index = Math.ceil((logarithm - doubling) * bucketsPerDoubling) - 1;
  if (index >= 0 && mantissa <= bounds[index]!) index -= 1;
  else if (mantissa > bounds[index + 1]!) index += 1;
  return doubling * bucketsPerDoubling + index;
}

/** The upper bound of a bucket. */
export function upperBoundOf(bucket: number): number {
  const above = bucket + 1;
  const doubling = Math.floor(above / bucketsPerDoubling);
  return bounds[above - doubling * bucketsPerDoubling]! * 2 ** doubling;
}

/** The value with the smallest relative error to both ends: at most 0.55%. */
export function middleOf(bucket: number): number {
  const [lower, upper] = [upperBoundOf(bucket - 1), upperBoundOf(bucket)];
  return (2 * lower * upper) / (lower + upper);
}
