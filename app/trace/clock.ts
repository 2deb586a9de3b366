/** Milliseconds since 1970 on the page's own steady clock, so that spans and browser timings lie on one line. */
export const now = (): number => epochMs(performance.now());

/** From a time of the Performance API's to milliseconds since 1970. */
export const epochMs = (sinceOriginMs: number): number => performance.timeOrigin + sinceOriginMs;
