/** Milliseconds since the trace's start; `toMs` is never before `fromMs`. */
export type Interval = { fromMs: number; toMs: number };

/**
 * By how much starts in whole milliseconds, clocks of browsers and rounded floats make one process
 * differ from itself.
 */
export const roundingMs = 1;

/** How much time the intervals cover together. They come in order of start. */
export function coveredMs(intervals: Iterable<Interval>): number {
  let covered = 0;
  let reached = -Infinity;
  for (const { fromMs, toMs } of intervals) {
    if (toMs <= reached) continue;
    covered += toMs - Math.max(fromMs, reached);
    reached = toMs;
  }
  return covered;
}

/** The part of it that is within the other; undefined when they do not overlap or only touch. */
export function clip({ fromMs, toMs }: Interval, within: Interval): Interval | undefined {
  const clipped = { fromMs: Math.max(fromMs, within.fromMs), toMs: Math.min(toMs, within.toMs) };
  return clipped.fromMs < clipped.toMs ? clipped : undefined;
}
