import { Sketch } from "#server/domain/sketch/sketch.ts";

/** Totals of an operation over a period. Counts are exact, and taken before sampling. */
export type Rollup = {
  /** Milliseconds; its count is the operation's. */
  durations: Sketch;
  failed: number;
  /** Apdex: requests within T, and within 4 T (apdex.ts); failed ones are neither. */
  satisfied: number;
  tolerated: number;
  totalMs: number;
};

export const emptyRollup = (): Rollup => ({
  durations: new Sketch(),
  failed: 0,
  satisfied: 0,
  tolerated: 0,
  totalMs: 0,
});

/** Adds `other` to `rollup`. */
export function mergeRollup(rollup: Rollup, other: Rollup): void {
  rollup.durations.merge(other.durations);
  rollup.failed += other.failed;
  rollup.satisfied += other.satisfied;
  rollup.tolerated += other.tolerated;
  rollup.totalMs += other.totalMs;
}
