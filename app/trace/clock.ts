/** Browsers' wall clocks are coarse; after sleep, the difference is far larger. */
const toleranceMs = 500;

/** Converts a time of the Performance API to milliseconds since 1970. */
export const epochMs = (sinceOriginMs: number): number => performance.timeOrigin + sinceOriginMs;

/**
 * Milliseconds since 1970 by the clock of the browser's own timings. That clock stops while the
 * machine sleeps, and is then corrected by the wall clock.
 */
function steadyClock(): () => number {
  let sleptMs = 0;
  return () => {
    const steadyMs = epochMs(performance.now());
    const strayMs = Date.now() - steadyMs;
    if (Math.abs(strayMs - sleptMs) > toleranceMs) sleptMs = strayMs;
    return steadyMs + sleptMs;
  };
}

export const now = steadyClock();
