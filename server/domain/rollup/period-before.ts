import type { Cover } from "./cover.ts";
import { bucketStart } from "./tier.ts";
import type { Window } from "./window.ts";

/**
 * The period of equal length before a window, in whole buckets that don't reach into the window.
 * With coarser buckets, there is a gap of less than one.
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
 * Start of recorded data in `before`: of the first of `steps` of equal length with any data,
 * because a project that started inside it did not have less traffic. Undefined if less than half
 * was recorded: the periods are not comparable.
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
