import type { Run } from "./cover.ts";
import { bucketEnd, bucketStart, type Tier, tierMs, type TierStarts, tiers } from "./tier.ts";

/** Where each step of a series begins, oldest first, and the buckets that are read for it. */
export type Steps = { run: Run; stepMs: number; times: number[] };

/**
 * Equal steps over [since, until), the first one beginning at the start of its unit. Where the unit
 * is no longer kept the next coarser one that is takes its place, and steps are as long as asked or
 * one such unit at least.
 */
export function stepsOf(
  { since, until }: { since: number; until: number },
  { unit, every }: { unit: Tier; every: number },
  kept: TierStarts,
): Steps {
  const tier = tiers.slice(tiers.indexOf(unit)).find((each) => since >= kept[each]) ?? "day";
  const stepMs = tierMs[tier] * Math.max(1, Math.ceil((tierMs[unit] * every) / tierMs[tier]));
  const [from, to] = [bucketStart(tier, since), bucketEnd(tier, until)];
  const length = Math.max(0, Math.ceil((to - from) / stepMs));
  return {
    run: { tier, from, until: to },
    stepMs,
    times: Array.from({ length }, (_, step) => from + step * stepMs),
  };
}
