import type { AttributeTerm } from "#server/domain/search/trace-query.ts";
import { type Bitmap, combine, emptyBitmap, fullBitmap } from "./bitmap.ts";

/** What the index of one day says of a search: running numbers of traces. */
export type Candidates = {
  possible: Bitmap;
  /** Of these the spans must be read. */
  unsure: Bitmap;
};

/** Traces that have a term for certain, and those that may. */
export type Answer = { certain: Bitmap; maybe: Bitmap };

/** `bound` is above every running number of the project. The answers' bitmaps are used up. */
export function candidatesOf(answers: Iterable<[AttributeTerm, Answer]>, bound: number): Candidates {
  const candidates: Candidates = { possible: fullBitmap(bound), unsure: emptyBitmap(bound) };
  for (const [term, answer] of answers) narrow(candidates, term, answer);
  return candidates;
}

function narrow({ possible, unsure }: Candidates, { negated }: AttributeTerm, { certain, maybe }: Answer): void {
  combine(maybe, certain, (a, b) => a & ~b);
  combine(unsure, maybe, (a, b) => a | b);
  if (negated) combine(possible, certain, (a, b) => a & ~b);
  else {
    combine(certain, maybe, (a, b) => a | b);
    combine(possible, certain, (a, b) => a & b);
  }
}

/** What the index says of a term that it does not hold. */
export const anyTrace = (bound: number): Answer => ({ certain: emptyBitmap(bound), maybe: fullBitmap(bound) });
