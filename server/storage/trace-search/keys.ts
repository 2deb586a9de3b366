import { markedKey } from "#server/domain/trace/terms/terms.ts";
import type { TraceKeys } from "#server/storage/traces/trace-store.ts";
import { restKey } from "./term-dictionary.ts";

/** Values of a key are read of so many days: what is searched for is mostly sent every day. */
export const daysOfValues = 7;

/** Adds up the keys of one day after the other, until all that are wanted are among them. */
export function collectKeys(
  days: Iterable<readonly string[]>,
  wanted: readonly string[],
): TraceKeys {
  const keys = new Set<string>();
  let isWhole = true;
  for (const ofDay of days) {
    if (ofDay.length === 0) continue;
    // A day with more keys than the index names, or from before it named all of them.
    if (ofDay.includes(restKey) || !ofDay.includes(markedKey)) isWhole = false;
    for (const key of ofDay) if (key !== restKey && key !== markedKey) keys.add(key);
    if (wanted.every((key) => keys.has(key))) break;
  }
  return { keys: [...keys], isWhole };
}
