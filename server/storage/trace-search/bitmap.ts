/** A set of whole numbers below a bound, one bit each: a million traces take 125 kB. */
export type Bitmap = Uint32Array;

export const emptyBitmap = (bound: number): Bitmap => new Uint32Array(Math.ceil(bound / 32));
export const fullBitmap = (bound: number): Bitmap => emptyBitmap(bound).fill(0xffff_ffff);

export const addTo = (bitmap: Bitmap, number: number): void => {
  bitmap[number >>> 5]! |= 1 << (number & 31);
};

export const has = (bitmap: Bitmap, number: number): boolean =>
  ((bitmap[number >>> 5] ?? 0) & (1 << (number & 31))) !== 0;

/** Combines both word by word into the first. Both have the same bound. */
export function combine(into: Bitmap, other: Bitmap, each: (a: number, b: number) => number): void {
  for (let at = 0; at < into.length; at++) into[at] = each(into[at]!, other[at]!);
}

/** Up to `most` of its numbers below `below` and not less than `from`, descending. */
export function takeBelow(bitmap: Bitmap, below: number, from: number, most: number): number[] {
  const taken: number[] = [];
  let number = Math.min(below, bitmap.length * 32) - 1;
  while (number >= from && taken.length < most) {
    // The bits of this word from `number` down; if none are left, continues at the top of the word
    // below.
    const word = (bitmap[number >>> 5]! << (31 - (number & 31))) >>> 0;
    if (word === 0) number = (number & ~31) - 1;
    else {
      number -= Math.clz32(word);
      if (number >= from) taken.push(number);
      number--;
    }
  }
  return taken;
}
