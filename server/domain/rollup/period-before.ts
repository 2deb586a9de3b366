import type { Cover } from "./cover.ts";
import { bucketStart } from "./tier.ts";
import type { Window } from "./window.ts";

const keptMs = 400 * 24 * 3_600_000;

/**
 * The period of equal length just before a window, as it is read: in whole buckets, of which none reaches into the window.
 * Where only coarser ones are kept that leaves a gap of less than one of them.
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
 * Since when `before` has been recorded: rollups are kept for 400 days, and a project begins with its first event. Undefined
 * where less than half of it was: that is no period to compare with. A project whose first event came after it has been
 * sent old telemetry, of which nobody knows the beginning.
 */
export function recordedSince(before: Window, now: number, firstEventAt: number | undefined): number | undefined {
  const sent = firstEventAt !== undefined && firstEventAt < before.until ? firstEventAt : before.since;
  const since = Math.max(before.since, sent, now - keptMs);
  return before.until - since >= (before.until - before.since) / 2 ? since : undefined;
}
