import type { Interval } from "./interval.ts";

type Edge = { atMs: number; runner: number; by: 1 | -1 };

/**
 * For each runner, the periods in which it ran alone, in order: all others waited only for it. A
 * runner may have run several times, also concurrently.
 */
export function stretchesAlone(runners: Interval[][]): Interval[][] {
  const alone = runners.map((): Interval[] => []);
  const running = new Map<number, number>();
  let reachedMs = 0;
  for (const { atMs, runner, by } of edgesOf(runners)) {
    if (running.size === 1 && atMs > reachedMs)
      addTo(alone[running.keys().next().value!]!, reachedMs, atMs);
    const times = (running.get(runner) ?? 0) + by;
    if (times === 0) running.delete(runner);
    else running.set(runner, times);
    reachedMs = atMs;
  }
  return alone;
}

/** A runner that ran twice at once was alone in one period. */
function addTo(stretches: Interval[], fromMs: number, toMs: number): void {
  const last = stretches.at(-1);
  if (last?.toMs === fromMs) last.toMs = toMs;
  else stretches.push({ fromMs, toMs });
}

function edgesOf(runners: Interval[][]): Edge[] {
  const edges = runners.flatMap((intervals, runner) =>
    intervals.flatMap(({ fromMs, toMs }): Edge[] => [
      { atMs: fromMs, runner, by: 1 },
      { atMs: toMs, runner, by: -1 },
    ]),
  );
  return edges.toSorted((a, b) => a.atMs - b.atMs);
}
