/**
 * Whether an hour is a spike: clearly above the usual rate at that time of day.
 *
 * Usual is the median, over the past seven days, of the busiest of the same hour and its two
 * neighbors. The neighbors tolerate a nightly job that runs slightly early; the median tolerates
 * one bad day, and adapts to a new level within four days. The same hour a week ago is usual as
 * well, because weekends differ. Counts of independent events vary by their square root (Poisson):
 * less than five of those above the baseline is no spike, nor is anything below 20 events. With
 * less than two days of data, there is no baseline.
 */
export const spikeHours = 7 * 24 + 2;

const daysBack = 7;
const fewestDays = 2;
export const fewestInSpike = 20;
const standardDeviations = 5;

/**
 * The usual number of events in the hour `index` of `hours` (oldest first); undefined without
 * enough data.
 */
export function usualAt(
  hours: readonly number[],
  index: number,
  knownFrom = 0,
): number | undefined {
  const busiest: number[] = [];
  for (let day = 1; day <= daysBack; day++) {
    const same = index - 24 * day;
    if (same < knownFrom || same < 0) break;
    busiest.push(Math.max(hours[same - 1] ?? 0, hours[same]!, hours[same + 1]!));
  }
  if (busiest.length < fewestDays) return undefined;
  return Math.max(medianOf(busiest), busiest[daysBack - 1] ?? 0);
}

/** More events in an hour than this are a spike. */
function spikeThreshold(usual: number, factor: number): number {
  return Math.max(fewestInSpike, factor * usual, usual + standardDeviations * Math.sqrt(usual));
}

/**
 * The spike in hour `index`; undefined if it is none. The current hour is incomplete: it becomes a
 * spike as soon as it exceeds a whole hour's threshold, and never too early.
 */
export function spikeAt(
  hours: readonly number[],
  index: number,
  { factor, knownFrom = 0 }: { factor: number; knownFrom?: number },
): { count: number; usual: number } | undefined {
  const usual = usualAt(hours, index, knownFrom);
  const count = hours[index] ?? 0;
  return usual !== undefined && count > spikeThreshold(usual, factor)
    ? { count, usual }
    : undefined;
}

function medianOf(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
