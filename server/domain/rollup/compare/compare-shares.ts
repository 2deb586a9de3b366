import { chanceOfAtLeast } from "#server/domain/rollup/exact-share.ts";

/** How often something happened out of how many times. */
export type Share = { part: number; whole: number };

export type ShareVerdict = "more-often" | "less-often" | "same" | "too-few";

/**
 * The standard normal distribution has 99.4% within this: as conservative as `compareQuantiles`.
 */
const z = 2.77;
const leastChance = 0.006;
/** The normal approximation requires this many expected values per outcome and side. */
const leastExpected = 5;
const leastWhole = 20;

/**
 * Whether two shares differ significantly: the two-proportion z-test with a pooled share. If fewer
 * than five of an outcome are expected on a side, Fisher's exact test: a release that fails 30 of
 * its first 30 requests is reported immediately. Without any failure, there is no difference.
 */
export function compareShares(before: Share, after: Share): ShareVerdict {
  const [part, whole] = [before.part + after.part, before.whole + after.whole];
  const smaller = Math.min(before.whole, after.whole);
  if (smaller < leastWhole) return "too-few";
  if (part === 0 || part === whole) return "same";
  const pooled = part / whole;
  if (smaller * Math.min(pooled, 1 - pooled) < leastExpected) return compareFew(before, after);
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / before.whole + 1 / after.whole));
  const deviation = (after.part / after.whole - before.part / before.whole) / error;
  if (Math.abs(deviation) <= z) return "same";
  return deviation > 0 ? "more-often" : "less-often";
}

/** Each direction has half of the error probability. */
function compareFew(before: Share, after: Share): ShareVerdict {
  const all = before.whole + after.whole;
  const marked = before.part + after.part;
  const isChance = ({ part, whole }: Share) =>
    chanceOfAtLeast(part, { drawn: whole, marked, all }) > leastChance / 2;
  if (!isChance(after)) return "more-often";
  return isChance(before) ? "too-few" : "less-often";
}
