/** Bit positions of an ID: computed once for many filters. */
type IdHash = { first: number; step: number };

/** IDs are normally random, but senders may choose theirs, so all bytes are mixed. */
export function hashOfId(id: Uint8Array): IdHash {
  let [first, step] = [0x9e3779b9, 0x85ebca6b];
  for (let at = 0; at + 4 <= id.length; at += 4) {
    const word = id[at]! | (id[at + 1]! << 8) | (id[at + 2]! << 16) | (id[at + 3]! << 24);
    first = mixed(first ^ word, 0xcc9e2d51);
    step = mixed(step + word, 0xc2b2ae35);
  }
  // Odd, so that all probes hit different bits.
  return { first, step: step | 1 };
}

function mixed(value: number, factor: number): number {
  const product = Math.imul(value ^ (value >>> 16), factor);
  return product ^ (product >>> 13);
}

const bitsAnId = 16;
/** With sixteen bits per ID, an absent ID is a false positive once in 400 times. */
const probes = 4;

/** A Bloom filter for this many IDs (a power of two): an ID was not added, or may have been. */
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
