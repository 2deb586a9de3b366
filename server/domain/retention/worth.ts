import { chanceOf } from "#server/domain/rollup/sample-choice.ts";

/** Share of ordinary events and traces kept when a day is downsampled. */
export const thinnedShare = 0.1;

export type WeighedEvent = { id: number; richness: number };

/**
 * Events of an issue always kept: the first and last of the day, which include the first and last
 * of all, and the recommended one (the richest; among equals, the newest). `newest`: the issue's
 * last events of the day, newest first, as many as a recommendation considers.
 */
export function worthKeeping(first: number, newest: readonly WeighedEvent[]): Set<number> {
  const kept = new Set([first]);
  const last = newest[0];
  if (!last) return kept;
  kept.add(last.id);
  kept.add(newest.reduce((best, each) => (each.richness > best.richness ? each : best), last).id);
  return kept;
}

/** Whether an ordinary event is kept: by its ID only, so the result never changes. */
export const isInEventShare = (eventId: string, share: number): boolean =>
  chanceOf(eventId) < share * 2 ** 32;
