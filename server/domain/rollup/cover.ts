import { dayMs } from "#server/domain/time.ts";
import {
  bucketEnd,
  bucketStart,
  type Grain,
  grains,
  type Tier,
  type TierStarts,
  tiers,
} from "./tier.ts";

/** Consecutive buckets of one grain, from the start of the first to the end of the last. */
export type Run = { tier: Grain; from: number; until: number };

/** `since` and `until`: what the runs cover, in whole buckets of `unit`, their finest tier. */
export type Cover = { since: number; until: number; unit: Tier; runs: Run[] };

/**
 * Buckets that cover [since, until), oldest first, without gaps or overlap: 5 minutes up to a day,
 * hours up to a week, otherwise UTC days, and coarser ones inside if they fit, up to `coarsest`. If
 * a tier has expired, the next is used. `since` is rounded down and `until` up to the unit.
 */
export function coverOf(
  window: { since: number; until: number },
  kept: TierStarts,
  coarsest: "day" | "week" = "week",
): Cover {
  const unit = unitOf(window, kept);
  const since = bucketStart(unit, window.since);
  const until = Math.max(since, bucketEnd(unit, window.until));
  const usable = grains.slice(grains.indexOf(unit), grains.indexOf(coarsest) + 1);
  return { since, until, unit, runs: runsOf(usable, since, until) };
}

function unitOf({ since, until }: { since: number; until: number }, kept: TierStarts): Tier {
  const length = until - since;
  const fit: Tier = length <= dayMs ? "5-minutes" : length <= 7 * dayMs ? "hour" : "day";
  const whole = tiers.slice(tiers.indexOf(fit)).find((tier) => since >= kept[tier]);
  return whole ?? "day";
}

/**
 * The part that fits coarser buckets, and the rest on both sides. `since` and `until` are
 * boundaries of the finest.
 */
function runsOf([tier, ...coarser]: Grain[], since: number, until: number): Run[] {
  if (tier === undefined || since >= until) return [];
  const next = coarser[0];
  const [from, to] = next ? [bucketEnd(next, since), bucketStart(next, until)] : [until, until];
  if (from >= to) return [{ tier, from: since, until }];
  const before = { tier, from: since, until: from };
  const after = { tier, from: to, until };
  return [before, ...runsOf(coarser, from, to), after].filter((run) => run.from < run.until);
}
