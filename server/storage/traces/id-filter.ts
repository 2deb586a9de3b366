/** What the bits of an id are found by: made once, asked of many filters. */
type IdHash = { first: number; step: number };

/**
 * Ids are random as a rule, and who makes his own is not to be trusted with it: all of their bytes
 * are mixed.
 */
export function hashOfId(id: Uint8Array): IdHash {
  let [first, step] = [0x9e3779b9, 0x85ebca6b];
  for (let at = 0; at + 4 <= id.length; at += 4) {
    const word = id[at]! | (id[at + 1]! << 8) | (id[at + 2]! << 16) | (id[at + 3]! << 24);
    first = mixed(first ^ word, 0xcc9e2d51);
    step = mixed(step + word, 0xc2b2ae35);
  }
  // Odd: it leads to as many different bits as it is followed for.
  return { first, step: step | 1 };
}

function mixed(value: number, factor: number): number {
  const product = Math.imul(value ^ (value >>> 16), factor);
  return product ^ (product >>> 13);
}

const bitsAnId = 16;
/** With sixteen bits an id, an id that is not there is taken for one in 400 times. */
const probes = 4;

/**
 * Says of an id that it is not among those that were added, or that it may be: a Bloom filter, for
 * so many ids (a power of two).
 */
export class IdFilter {
  readonly #words: Uint32Array;
  readonly #mask: number;

  constructor(ids: number) {
    this.#mask = ids * bitsAnId - 1;
    this.#words = new Uint32Array((ids * bitsAnId) / 32);
  }

  add({ first, step }: IdHash): void {
    for (let probe = 0, bit = first; probe < probes; probe++, bit += step)
      this.#words[(bit & this.#mask) >>> 5]! |= 1 << (bit & 31);
  }

  mayHave({ first, step }: IdHash): boolean {
    for (let probe = 0, bit = first; probe < probes; probe++, bit += step)
      if ((this.#words[(bit & this.#mask) >>> 5]! & (1 << (bit & 31))) === 0) return false;
    return true;
  }
}
