/**
 * When an ignored issue has escalated: it happens clearly more often than it did in the week
 * before.
 *
 * The measure is the busiest hour of that week, not its mean: errors come in bursts, and a burst
 * like the last one is nothing new. Counts of things that happen independently scatter by their
 * square root (Poisson), so an hour within three of those above the busiest may still be the same
 * rate. Below ten events an hour nothing is called an escalation.
 */
export const hoursLookedBackAt = 7 * 24;

const standardDeviations = 3;
const fewest = 10;

/** How many events in an hour are more than these hours, oldest first, give reason to expect. */
export function escalationThreshold(hours: readonly number[]): number {
  const busiest = Math.max(0, ...hours);
  return Math.max(fewest, Math.ceil(busiest + standardDeviations * Math.sqrt(busiest)));
}

/**
 * `hours`: events an hour, oldest first, the last one being the hour under way. That one has
 * counted too few, if anything: it can escalate before it is over, and is never called one too
 * early.
 */
export function hasEscalated(hours: readonly number[]): boolean {
  const past = hours.slice(0, -1).slice(-hoursLookedBackAt);
  return (hours.at(-1) ?? 0) > escalationThreshold(past);
}
