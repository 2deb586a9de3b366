/**
 * Writes protobuf by hand, independent of the measured code. Nested messages:
 * `message(field, write)` writes the length before the content.
 */
export class ProtobufBytes {
  #bytes = Buffer.allocUnsafe(1 << 16);
  #length = 0;

  text(field: number, value: string): void {
    this.message(field, () => {
      this.#reserve(value.length * 3);
      this.#length += this.#bytes.write(value, this.#length);
    });
  }

  bytes(field: number, value: Uint8Array): void {
    this.message(field, () => {
      this.#reserve(value.length);
      this.#bytes.set(value, this.#length);
      this.#length += value.length;
    });
  }

  varint(field: number, value: number): void {
    this.#varint(field * 8);
    this.#varint(value);
  }

  fixed64(field: number, value: bigint): void {
    this.#varint(field * 8 + 1);
    this.#reserve(8);
    this.#length = this.#bytes.writeBigUInt64LE(value, this.#length);
  }

  fixed32(field: number, value: number): void {
    this.#varint(field * 8 + 5);
    this.#reserve(4);
    this.#length = this.#bytes.writeUInt32LE(value, this.#length);
  }

  message(field: number, write: () => void): void {
    this.#varint(field * 8 + 2);
    const start = this.#length;
    write();
    const length = this.#length - start;
    const shift = length < 128 ? 1 : length < 16_384 ? 2 : length < 2_097_152 ? 3 : 4;
    this.#reserve(shift);
    this.#bytes.copyWithin(start + shift, start, this.#length);
    this.#length = start;
    this.#varint(length);
    this.#length += length;
  }

  /** Returns and clears the written bytes. */
  take(): Buffer {
    const taken = Buffer.from(this.#bytes.subarray(0, this.#length));
    this.#length = 0;
    return taken;
  }

  #varint(value: number): void {
    this.#reserve(10);
    let rest = value;
    for (; rest >= 128; rest = Math.floor(rest / 128))
      this.#bytes[this.#length++] = (rest % 128) | 128;
    this.#bytes[this.#length++] = rest;
  }

  #reserve(more: number): void {
    if (this.#length + more + 16 <= this.#bytes.length) return;
    const grown = Buffer.allocUnsafe((this.#bytes.length + more) * 2);
    this.#bytes.copy(grown, 0, 0, this.#length);
    this.#bytes = grown;
  }
}
