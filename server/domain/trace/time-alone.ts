import type { Interval } from "./interval.ts";

type Edge = { atMs: number; runner: number; by: 1 | -1 };

/**
 * For each runner the milliseconds in which it ran while no other did: how long everybody waited for it alone. A runner may
 * have run several times, also at once.
 */
export function timeAlone(runners: Interval[][]): number[] {
  const alone = runners.map(() => 0);
  const running = new Map<number, number>();
  let reachedMs = 0;
  for (const { atMs, runner, by } of edgesOf(runners)) {
    if (running.size === 1) for (const only of running.keys()) alone[only]! += atMs - reachedMs;
    const times = (running.get(runner) ?? 0) + by;
    if (times === 0) running.delete(runner);
    else running.set(runner, times);
    reachedMs = atMs;
  }
  return alone;
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
