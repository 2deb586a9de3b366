import { bucketsPerDoubling } from "#server/domain/sketch/bucket.ts";
import { logScale, type Scale } from "./scale.ts";

/** A bar of a histogram on a logarithmic axis: its value range and count. */
export type HistogramBar = { from: number; to: number; count: number };

/** Fractions of a doubling (halves, quarters, …), so that bars combine whole buckets. */
const joins = [1, 2, 4, 8, 16, 32, 64, 128, 256];

/**
 * A sketch's buckets (ascending) combined into at most `most` bars, including empty ones in
 * between.
 */
export function histogramBars(
  buckets: readonly (readonly [bucket: number, count: number])[],
  most = 48,
): HistogramBar[] {
  const [first, last] = [buckets[0]?.[0], buckets.at(-1)?.[0]];
  if (first === undefined || last === undefined) return [];
  const joined =
    joins.find((join) => Math.floor(last / join) - Math.floor(first / join) < most) ??
    joins.at(-1)!;
  const from = Math.floor(first / joined);
  const counts = Array.from({ length: Math.floor(last / joined) - from + 1 }, () => 0);
  for (const [bucket, count] of buckets) counts[Math.floor(bucket / joined) - from]! += count;
  const bound = (bar: number) => 2 ** (((from + bar) * joined) / bucketsPerDoubling);
  return counts.map((count, bar) => ({ from: bound(bar), to: bound(bar + 1), count }));
}

export const histogramScale = (bars: readonly HistogramBar[]): Scale =>
  logScale(bars[0]?.from ?? 1, bars.at(-1)?.to ?? 10);
