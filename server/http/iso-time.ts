/**
 * A time as data forms write it: ISO 8601 in UTC, null where there is none. `ms` are milliseconds
 * since 1970.
 */
export const isoTime = (ms: number | undefined): string | null =>
  ms === undefined ? null : new Date(ms).toISOString();
