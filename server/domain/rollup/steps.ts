import type { Run } from "./cover.ts";
import { bucketEnd, bucketStart, type Tier, tierMs, type TierStarts, tiers } from "./tier.ts";

/** Starts of a series' steps, oldest first, and the buckets read for it. */
export type Steps = { run: Run; stepMs: number; times: number[] };

/**
 * Equal steps over [since, until); the first starts at its unit's start. If the unit has expired,
 * the next coarser one is used, and steps have at least the requested length or one such unit.
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
