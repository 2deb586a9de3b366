/** A time in data responses: ISO 8601 UTC, null if absent. `ms` is milliseconds since 1970. */
export const isoTime = (ms: number | undefined): string | null =>
  ms === undefined ? null : new Date(ms).toISOString();
