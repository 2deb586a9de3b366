import { hourOf } from "#server/domain/time.ts";
import { chanceOf } from "./sample-choice.ts";

/**
 * Whether a trace is among those kept: by its id alone, so that every process decides alike, as
 * often as it is asked. What a smaller share keeps a larger one keeps too, and the samples by
 * chance are the last to go. `share` from 0 to 1.
 */
export const isInShare = (traceId: string, share: number): boolean =>
  chanceOf(traceId) < share * 2 ** 32;

/**
 * An hour is thinned once it has been over for so long: until then it is whole, for late parts and
 * for readers.
 */
const settledMs = 15 * 60_000;

/** What came before this, and after it was said how much to keep, is due to be thinned at `now`. */
export const thinnedBefore = (now: number): number => hourOf(now - settledMs);
