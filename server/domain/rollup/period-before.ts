import type { Cover } from "./cover.ts";
import { bucketStart } from "./tier.ts";
import type { Window } from "./window.ts";

/**
 * The period of equal length just before a window, as it is read: in whole buckets, of which none
 * reaches into the window. Where only coarser ones are kept that leaves a gap of less than one of
 * them.
 */
export async function periodBefore(
  { since, until }: Window,
  covered: Pick<Cover, "since">,
  cover: (window: Window) => Promise<Cover>,
): Promise<Cover> {
  const length = until - since;
  const { unit } = await cover({ since: covered.since - length, until: covered.since });
  const end = bucketStart(unit, covered.since);
  return cover({ since: end - length, until: end });
}

/**
 * Since when `before` has been recorded, which is when the first of `steps` of equal length began
 * in which anything ran at all: a project that began in the middle of it did not have less traffic
 * then. Undefined where less than half of it was recorded: that is no period to compare with.
 */
export function recordedSince(
  before: Window,
  steps: readonly { at: number; count: number }[],
): number | undefined {
  const first = steps.find(({ count }) => count > 0);
  if (!first) return undefined;
  const since = Math.max(before.since, first.at);
  return before.until - since >= (before.until - before.since) / 2 ? since : undefined;
}
