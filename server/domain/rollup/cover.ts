import { dayMs } from "#server/domain/ledger.ts";
import { bucketEnd, bucketStart, type Tier, type TierStarts, tiers } from "./tier.ts";

/** Consecutive buckets of one tier, from the start of the first to the end of the last. */
export type Run = { tier: Tier; from: number; until: number };

/** `since` and `until` are what the runs cover, in whole buckets of `unit`, the finest tier among them. */
export type Cover = { since: number; until: number; unit: Tier; runs: Run[] };

/**
 * Which buckets of which tier cover [since, until), oldest first, without gap or overlap: 5 minutes up to a day, hours
 * up to a week, UTC days beyond, and coarser ones inside wherever they fit whole. What is no longer kept in one tier is
 * read from the next. `since` is rounded down and `until` up to the unit.
 */
export function coverOf(window: { since: number; until: number }, kept: TierStarts): Cover {
  const unit = unitOf(window, kept);
  const since = bucketStart(unit, window.since);
  const until = Math.max(since, bucketEnd(unit, window.until));
  return { since, until, unit, runs: runsOf(tiers.indexOf(unit), since, until) };
}

function unitOf({ since, until }: { since: number; until: number }, kept: TierStarts): Tier {
  const length = until - since;
  const fit: Tier = length <= dayMs ? "5-minutes" : length <= 7 * dayMs ? "hour" : "day";
  const whole = tiers.slice(tiers.indexOf(fit)).find((tier) => since >= kept[tier]);
  return whole ?? "day";
}

/** What fits into coarser buckets, and to both sides of it what does not. */
function runsOf(finest: number, since: number, until: number): Run[] {
  const tier = tiers[finest];
  const coarser = tiers[finest + 1];
  if (tier === undefined || since >= until) return [];
  if (coarser === undefined) return [{ tier, from: since, until }];
  const [from, to] = [bucketEnd(coarser, since), bucketStart(coarser, until)];
  if (from >= to) return [{ tier, from: since, until }];
  return [
    ...(since < from ? [{ tier, from: since, until: from }] : []),
    ...runsOf(finest + 1, from, to),
    ...(to < until ? [{ tier, from: to, until }] : []),
  ];
}
