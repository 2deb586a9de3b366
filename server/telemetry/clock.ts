/** How far the steady clock may deviate from the system clock before it is adjusted. */
const toleranceMs = 5;

/**
 * Milliseconds since 1970 with fractions. The SDK's span starts are whole milliseconds, which makes
 * three queries and two loaders simultaneous. This clock is monotonic to the microsecond and
 * follows adjustments of the system clock.
 */
function steadyClock(): () => number {
  let originMs = performance.timeOrigin;
  return () => {
    const steadyMs = performance.now();
    const wallMs = Date.now();
    if (Math.abs(wallMs - originMs - steadyMs) > toleranceMs) originMs = wallMs - steadyMs;
    return originMs + steadyMs;
  };
}

export const now = steadyClock();
