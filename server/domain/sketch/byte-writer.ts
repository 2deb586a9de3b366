/** Grows while writing, and can be reused. Whole numbers take seven bits per byte, lowest first. */
export class ByteWriter {
  #bytes = new Uint8Array(1_024);
  #end = 0;

  /** From 0 to 2^53 − 1. */
  varint(value: number): void {
    if (value < 128 && this.#end < this.#bytes.length) {
      this.#bytes[this.#end++] = value;
      return;
    }
    this.#reserve(8);
    let rest = value;
    // Above 31 bits, shifting would lose the upper ones.
    for (; rest > 0x7fff_ffff; rest = Math.floor(rest / 128))
      this.#bytes[this.#end++] = (rest % 128) | 128;
    for (; rest > 127; rest >>>= 7) this.#bytes[this.#end++] = (rest & 127) | 128;
    this.#bytes[this.#end++] = rest;
  }

  /** −2^52 to 2^52 − 1, small ones of either sign in one byte. */
  signed(value: number): void {
    this.varint(value < 0 ? -2 * value - 1 : 2 * value);
  }

  append(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#end);
    this.#end += bytes.length;
  }

  /** Bytes written since the last `clear`: a view, valid until the next write. */
  written(): Uint8Array {
    return this.#bytes.subarray(0, this.#end);
  }

  clear(): void {
    this.#end = 0;
  }

  #reserve(more: number): void {
    if (this.#end + more <= this.#bytes.length) return;
    const grown = new Uint8Array(2 * this.#bytes.length + more);
    grown.set(this.#bytes);
    this.#bytes = grown;
  }
}
