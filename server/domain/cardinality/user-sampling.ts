/** Each sampling step is reached at so many times the users of the one before. */
const growth = 16;

/**
 * Of how many users one is told apart, in an issue that has `userCount`: all up to the limit, then
 * every 16th by its hash, then every 256th. Each user of the sample counts for as many as it stands
 * for, so an issue with ten million users takes 200,000 rows, and its count is within one percent.
 */
export function usersPerSample(userCount: number, exact: number): number {
  let step = 1;
  for (let reached = exact; userCount >= reached; reached *= growth) step *= growth;
  return step;
}
