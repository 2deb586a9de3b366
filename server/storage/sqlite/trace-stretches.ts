import { type Bitmap, takeBelow } from "./bitmap.ts";
import { zoneSize } from "./trace-ids.ts";

/** A piece of the way through a project's traces in one file, newest first. */
export type Stretch = {
  from: number;
  below: number;
  /** A JSON list: these rows alone. */
  ids?: string;
};

const fewest = 64;

/**
 * `zones` are those in which the search has anything to find, newest first. Where the index named candidates, the
 * first stretches are short: most pages are full after one.
 */
export function* stretches(
  zones: number[],
  below: number,
  base: number,
  possible: Bitmap | undefined,
): Generator<Stretch, void, void> {
  let most = fewest;
  for (const zone of zones) {
    const from = zone * zoneSize;
    let left = Math.min(below, from + zoneSize);
    if (!possible) {
      yield { from, below: left };
      continue;
    }
    for (;;) {
      const ids = takeBelow(possible, left - base, from - base, most).map((number) => base + number);
      if (ids.length === 0) break;
      yield { from: ids.at(-1)!, below: left, ids: JSON.stringify(ids) };
      left = ids.at(-1)!;
      most = Math.min(most * 4, zoneSize);
    }
  }
}
