/** Milliseconds since the trace's start; `toMs` is never before `fromMs`. */
export type Interval = { fromMs: number; toMs: number };

/**
 * Maximum inconsistency within one process, from starts in whole milliseconds, browser clocks, and
 * rounded floats.
 */
export const roundingMs = 1;

/** Total time covered by the intervals, which must be in order of start. */
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

/** The intersection; undefined if they don't overlap or only touch. */
export function clip({ fromMs, toMs }: Interval, within: Interval): Interval | undefined {
  const clipped = { fromMs: Math.max(fromMs, within.fromMs), toMs: Math.min(toMs, within.toMs) };
  return clipped.fromMs < clipped.toMs ? clipped : undefined;
}
