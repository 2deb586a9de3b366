/** Durations and hours in milliseconds since 1970. */
export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;
export const hourOf = (timeMs: number) => Math.floor(timeMs / hourMs) * hourMs;

/** A UTC day, `2026-11-21`: sorts by time. */
export type Day = string;
export const dayOf = (timeMs: number): Day => new Date(timeMs).toISOString().slice(0, 10);
