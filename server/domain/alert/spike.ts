/**
 * When an hour is a spike: clearly more than what is usual at that time of day.
 *
 * Usual is the median, over the past seven days, of the busiest of the same hour and its two
 * neighbors. The neighbors forgive a nightly job that comes a little early; the median forgives a
 * day of trouble, and takes a new level for usual within four days. What was there a week ago is
 * usual as well: weekends have jobs of their own. Counts of independent events scatter by their
 * square root (Poisson): nothing within five of those is called a spike, nor anything of fewer than
 * 20 events. Where fewer than two days are known there is no past to compare with.
 */
export const spikeHours = 7 * 24 + 2;

const daysBack = 7;
const fewestDays = 2;
export const fewestInSpike = 20;
const standardDeviations = 5;

/**
 * How many events in the hour `index` of `hours` (oldest first) are still usual; undefined where
 * too little is known.
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

/** More than this many events in an hour are a spike. */
function spikeThreshold(usual: number, factor: number): number {
  return Math.max(fewestInSpike, factor * usual, usual + standardDeviations * Math.sqrt(usual));
}

/**
 * What the hour `index` is beside the usual; undefined where it is no spike. The hour under way has
 * counted too few, if anything: it becomes a spike as soon as it has more than a whole hour should,
 * and never too early.
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
