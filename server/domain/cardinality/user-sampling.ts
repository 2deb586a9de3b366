/** Each sampling step starts at this many times the users of the previous one. */
const growth = 16;

/**
 * One in how many users is tracked in an issue with `userCount`: all up to the limit, then every
 * 16th by hash, then every 256th. A sampled user counts for all it represents, so an issue with ten
 * million users takes 200,000 rows, and its count is within one percent.
 */
export function usersPerSample(userCount: number, exact: number): number {
  let step = 1;
  for (let reached = exact; userCount >= reached; reached *= growth) step *= growth;
  return step;
}
