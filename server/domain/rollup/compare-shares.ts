/** How often something happened out of how many times. */
export type Share = { part: number; whole: number };

export type ShareVerdict = "more-often" | "less-often" | "same" | "too-few";

/** 99.4 % of the standard normal distribution lie within: as careful as `compareQuantiles`. */
const z = 2.77;
/** The normal approximation wants so many expected of each outcome on each side. */
const leastExpected = 5;
const leastWhole = 20;

/**
 * Whether two shares differ by more than noise: the two-proportion z-test with a pooled share. Too few to tell when either side
 * would be expected to have fewer than five of an outcome; where nothing ever failed there is nothing to tell apart.
 */
export function compareShares(before: Share, after: Share): ShareVerdict {
  const [part, whole] = [before.part + after.part, before.whole + after.whole];
  const smaller = Math.min(before.whole, after.whole);
  if (smaller < leastWhole) return "too-few";
  if (part === 0 || part === whole) return "same";
  const pooled = part / whole;
  if (smaller * Math.min(pooled, 1 - pooled) < leastExpected) return "too-few";
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / before.whole + 1 / after.whole));
  const deviation = (after.part / after.whole - before.part / before.whole) / error;
  if (Math.abs(deviation) <= z) return "same";
  return deviation > 0 ? "more-often" : "less-often";
}
