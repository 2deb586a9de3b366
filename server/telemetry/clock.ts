/** How far the steady clock may stray from the wall's before it is set again. */
const toleranceMs = 5;

/**
 * Milliseconds since 1970 with fractions. The SDK's own starts are whole milliseconds, in which
 * three queries and two loaders begin at once; this one is steady to the microsecond and follows
 * the wall clock when that is set.
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
