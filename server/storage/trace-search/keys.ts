import { markedKey } from "#server/domain/trace/terms/terms.ts";
import type { TraceKeys } from "#server/storage/traces/trace-store.ts";
import { restKey } from "./term-dictionary.ts";

/** Number of days whose values are read: searched attributes are usually sent every day. */
export const daysOfValues = 7;

/** Collects keys day by day until all wanted ones are found. */
export function collectKeys(
  days: Iterable<readonly string[]>,
  wanted: readonly string[],
): TraceKeys {
  const keys = new Set<string>();
  let isWhole = true;
  for (const ofDay of days) {
    if (ofDay.length === 0) continue;
    // A day with more keys than the index lists, or from before it listed all.
    if (ofDay.includes(restKey) || !ofDay.includes(markedKey)) isWhole = false;
    for (const key of ofDay) if (key !== restKey && key !== markedKey) keys.add(key);
    if (wanted.every((key) => keys.has(key))) break;
  }
  return { keys: [...keys], isWhole };
}
