import { hourOf } from "#server/domain/time.ts";
import { chanceOf } from "./sample-choice.ts";

/**
 * Whether a trace is kept: by its ID only, so that every process agrees. A larger share keeps
 * everything that a smaller one keeps, and random samples are deleted last. `share` from 0 to 1.
 */
export const isInShare = (traceId: string, share: number): boolean =>
  chanceOf(traceId) < share * 2 ** 32;

/**
 * An hour is sampled this long after its end, so that late parts arrive and readers see all of it.
 */
const settledMs = 15 * 60_000;

/**
 * Traces received before this, and after the last change of the setting, are due for sampling at
 * `now`.
 */
export const thinnedBefore = (now: number): number => hourOf(now - settledMs);
