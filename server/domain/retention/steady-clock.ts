/** Maximum difference between the wall clock and monotonic time before it is not trusted. */
const jumpMs = 3_600_000;
/** How long it must be steady after a jump. */
const trustedAfterMs = 3_600_000;

/**
 * Whether the wall clock can be trusted for expiration. A clock set a year ahead for a moment would
 * delete everything. `elapsedMs`: monotonic time. Called periodically, and compares with the last
 * call.
 */
export function createSteadyClock(): (now: number, elapsedMs: number) => boolean {
  let last: { now: number; elapsedMs: number } | undefined;
  let distrustedUntilMs = 0;
  return (now, elapsedMs) => {
    const drift = last ? Math.abs(now - last.now - (elapsedMs - last.elapsedMs)) : 0;
    last = { now, elapsedMs };
    if (drift > jumpMs) distrustedUntilMs = elapsedMs + trustedAfterMs;
    return elapsedMs >= distrustedUntilMs;
  };
}
