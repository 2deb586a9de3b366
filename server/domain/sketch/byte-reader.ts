/** Reads the output of `ByteWriter`. The bytes are our own and trusted. */
export class ByteReader {
  readonly bytes: Uint8Array;
  /** The reading position. */
  at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  varint(): number {
    const first = this.bytes[this.at++]!;
    if (first < 128) return first;
    let value = first & 127;
    for (let scale = 128; ; scale *= 128) {
      const byte = this.bytes[this.at++]!;
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  }

  signed(): number {
    const value = this.varint();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }
}
