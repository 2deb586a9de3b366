import { type Bitmap, takeBelow } from "./bitmap.ts";
import { zoneSize } from "#server/storage/traces/ids.ts";

/** Part of a walk over a project's traces in one file, newest first. */
export type Stretch = {
  from: number;
  below: number;
  /** Only these rows. Without it, any row may be a candidate. */
  ids?: number[];
};

const fewest = 64;
/** Skipping a row costs a tenth of looking one up. */
const worthListing = 8;

/**
 * `zones`: those that may contain matches, newest first. If the index listed candidates, the first
 * stretches are short: most pages are full after one.
 */
export function* stretches(
  zones: number[],
  below: number,
  base: number,
  possible: Bitmap | undefined,
): Generator<Stretch, void, void> {
  let most = fewest;
  for (const zone of zones) {
    const floor = zone * zoneSize;
    let left = Math.min(below, floor + zoneSize);
    if (!possible) {
      yield { from: floor, below: left };
      continue;
    }
    for (;;) {
      const ids = takeBelow(possible, left - base, floor - base, most).map(
        (number) => base + number,
      );
      if (ids.length === 0) break;
      const from = ids.at(-1)!;
      const isDense = left - from < ids.length * worthListing;
      yield { from, below: left, ...(!isDense && { ids }) };
      left = from;
      most = Math.min(most * 4, zoneSize);
    }
  }
}
