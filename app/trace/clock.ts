/** Wall clocks of browsers are coarse; a machine that slept is off by far more. */
const toleranceMs = 500;

/** From a time of the Performance API's to milliseconds since 1970. */
export const epochMs = (sinceOriginMs: number): number => performance.timeOrigin + sinceOriginMs;

/**
 * Milliseconds since 1970 on the clock that the browser's own timings use. That one stands still
 * while the machine sleeps: then it is set again by the wall's.
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
