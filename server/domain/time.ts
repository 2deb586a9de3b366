/** Durations and hours in milliseconds since 1970. */
export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;
export const hourOf = (timeMs: number) => Math.floor(timeMs / hourMs) * hourMs;
