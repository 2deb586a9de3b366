import type { Json } from "#server/domain/json.ts";
import { parseTime } from "#server/ingest/sentry/event/timestamps.ts";

const fraction = /^(\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d)\.(\d{1,9})/;

/**
 * Nanoseconds of a Sentry time: seconds as a number, or RFC 3339; undefined for others. `driftMs`:
 * how far the client's clock is behind. A double represents seconds since 1970 to a quarter of a
 * microsecond; the rest is rounded.
 */
export function nsOf(value: Json | undefined, driftMs: number): bigint | undefined {
  const ms = parseTime(value);
  if (ms === undefined) return undefined;
  return microsecondsOf(value!, ms) * 1_000n + BigInt(Math.round(driftMs)) * 1_000_000n;
}

function microsecondsOf(value: Json, ms: number): bigint {
  if (typeof value === "number")
    return BigInt(Math.round(value < 1e11 ? value * 1e6 : value * 1e3));
  const digits = fraction.exec(String(value))?.[2];
  if (digits === undefined) return BigInt(ms) * 1_000n;
  return BigInt(Math.floor(ms / 1_000)) * 1_000_000n + BigInt(digits.padEnd(6, "0").slice(0, 6));
}
