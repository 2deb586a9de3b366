/**
 * Whether an ignored issue escalates: it occurs clearly more often than in the week before.
 *
 * Compared with the busiest hour of that week instead of the mean: errors come in bursts, and a
 * burst like the last is nothing new. Counts of independent events vary by their square root
 * (Poisson), so an hour within three of those above the busiest may have the same rate. Fewer than
 * ten events per hour never escalate.
 */
export const hoursLookedBackAt = 7 * 24;

const standardDeviations = 3;
const fewest = 10;

/** Number of events in an hour above which it escalates, given these hours, oldest first. */
export function escalationThreshold(hours: readonly number[]): number {
  const busiest = Math.max(0, ...hours);
  return Math.max(fewest, Math.ceil(busiest + standardDeviations * Math.sqrt(busiest)));
}

/**
 * `hours`: events per hour, oldest first, ending with the current one, which is incomplete: it can
 * escalate before it ends, but never too early.
 */
export function hasEscalated(hours: readonly number[]): boolean {
  const past = hours.slice(0, -1).slice(-hoursLookedBackAt);
  return (hours.at(-1) ?? 0) > escalationThreshold(past);
}
