/**
 * How far the wall clock may run away from the machine's own count of time before it is not
 * believed.
 */
const jumpMs = 3_600_000;
/** How long it has to be steady after a jump. */
const trustedAfterMs = 3_600_000;

/**
 * Whether the wall clock can be believed when it says that days are over. A clock that is set a
 * year ahead for a moment would empty everything. `elapsedMs` counts time that no one sets. Asked
 * now and then, it compares with what it was told last.
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
