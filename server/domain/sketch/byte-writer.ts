/** Grows as it is written to. Whole numbers take seven bits a byte, the low ones first, up to 2^53 − 1. */
export class ByteWriter {
  #bytes = new Uint8Array(256);
  #end = 0;

  varint(value: number): void {
    if (this.#end + 8 > this.#bytes.length) this.#grow();
    let rest = value;
    // Above 31 bits shifting would lose the upper ones.
    for (; rest > 0x7fff_ffff; rest = Math.floor(rest / 128)) this.#bytes[this.#end++] = (rest % 128) | 128;
    for (; rest > 127; rest >>>= 7) this.#bytes[this.#end++] = (rest & 127) | 128;
    this.#bytes[this.#end++] = rest;
  }

  /** −2^30 to 2^30 − 1, small ones of either sign in one byte. */
  signed(value: number): void {
    this.varint(value < 0 ? -2 * value - 1 : 2 * value);
  }

  float64(value: number): void {
    if (this.#end + 8 > this.#bytes.length) this.#grow();
    new DataView(this.#bytes.buffer).setFloat64(this.#end, value, true);
    this.#end += 8;
  }

  /** What was written so far, a view on it: valid until more is written. */
  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#end);
  }

  #grow(): void {
    const grown = new Uint8Array(2 * this.#bytes.length);
    grown.set(this.#bytes);
    this.#bytes = grown;
  }
}
