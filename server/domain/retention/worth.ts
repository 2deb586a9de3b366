import { chanceOf } from "#server/domain/rollup/sample-choice.ts";

/**
 * Of the events that nothing speaks for, so many stay when a day is thinned; of traces likewise.
 */
export const thinnedShare = 0.1;

export type WeighedEvent = { id: number; richness: number };

/**
 * The events of an issue that stay whatever is thinned: the first and the last of the day, so that
 * the first and the last of all are among them, and the one that would be recommended (the richest,
 * the newest among equals). `newest` are the last events of the day, newest first, as many
 * as a recommendation looks at.
 */
export function worthKeeping(first: number, newest: readonly WeighedEvent[]): Set<number> {
  const kept = new Set([first]);
  const last = newest[0];
  if (!last) return kept;
  kept.add(last.id);
  kept.add(newest.reduce((best, each) => (each.richness > best.richness ? each : best), last).id);
  return kept;
}

/**
 * Whether an event is in the share of the others that stays: by its id alone, the same however
 * often it is asked.
 */
export const isInEventShare = (eventId: string, share: number): boolean =>
  chanceOf(eventId) < share * 2 ** 32;
