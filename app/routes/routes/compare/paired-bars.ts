import { histogramBars } from "#app/ui/chart/histogram-bars.ts";
import type { Sketch } from "#server/domain/sketch/sketch.ts";
import { middleOf } from "#server/domain/sketch/bucket.ts";

/** One bar of two distributions on one axis: each side's count of values from `from` to `to`. */
export type PairedBar = { from: number; to: number; before: number; after: number };

const mostBars = 32;

/**
 * Both sketches in the same bars, including empty ones in between. Zeros don't fit on a logarithmic
 * axis.
 */
export function pairedBars(before: Sketch, after: Sketch): PairedBar[] {
  const both = [...before.buckets(), ...after.buckets()].toSorted(([a], [b]) => a - b);
  const bars = histogramBars(both, mostBars).map(({ from, to }) => ({
    from,
    to,
    before: 0,
    after: 0,
  }));
  count(before, (bar, times) => (bar.before += times));
  count(after, (bar, times) => (bar.after += times));
  return bars;

  function count(sketch: Sketch, add: (bar: PairedBar, times: number) => void): void {
    let at = 0;
    for (const [bucket, times] of sketch.buckets()) {
      while (at < bars.length - 1 && middleOf(bucket) > bars[at]!.to) at++;
      add(bars[at]!, times);
    }
  }
}
