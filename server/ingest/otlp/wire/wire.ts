import { Buffer } from "node:buffer";

/** Invalid protobuf. `at`: offset in the reader's bytes. */
export class WireFault extends Error {
  readonly at: number;
  readonly why: string;

  constructor(at: number, why: string) {
    super(`byte ${at}: ${why}`);
    this.at = at;
    this.why = why;
  }
}

/** Encodings in a tag's low three bits. */
export const wireType = {
  varint: 0,
  fixed64: 1,
  bytes: 2,
  groupStart: 3,
  groupEnd: 4,
  fixed32: 5,
} as const;

/**
 * Reads the protobuf wire format sequentially. A message is read by a loop over tags up to its end
 * and then `leave(end)`, which detects overruns. 64-bit values never lose precision. Throws only
 * `WireFault`.
 */
export class WireReader {
  readonly bytes: Buffer;
  position: number;
  private readonly view: DataView;

  constructor(bytes: Uint8Array, start = 0) {
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.position = start;
  }

  /** Field number and wire type combined, as on the wire: `number * 8 + type`. */
  tag(): number {
    const at = this.position;
    const tag = this.uint32();
    if (tag < 8) throw new WireFault(at, "a field cannot have the number 0");
    return tag;
  }

  /** A varint's low 32 bits: for tags, lengths, enums, and 32-bit integers. */
  uint32(): number {
    const { bytes } = this;
    const start = this.position;
    const first = bytes[start];
    if (first !== undefined && first < 0x80) {
      this.position = start + 1;
      return first;
    }
    let value = 0;
    for (let index = 0; index < 10; index++) {
      const byte = bytes[start + index];
      if (byte === undefined) throw new WireFault(start, "the bytes end within a number");
      if (index < 5) value |= (byte & 0x7f) << (index * 7);
      if (byte < 0x80) {
        this.position = start + index + 1;
        return value >>> 0;
      }
    }
    throw new WireFault(start, "a number is longer than ten bytes");
  }

  /** A varint as a signed 64-bit integer: a number if exact. */
  int64(): number | bigint {
    const start = this.position;
    let value = 0n;
    for (let index = 0; index < 10; index++) {
      const byte = this.bytes[start + index];
      if (byte === undefined) throw new WireFault(start, "the bytes end within a number");
      value |= BigInt(byte & 0x7f) << BigInt(index * 7);
      if (byte >= 0x80) continue;
      this.position = start + index + 1;
      const signed = BigInt.asIntN(64, value);
      const short = Number(signed);
      return Number.isSafeInteger(short) ? short : signed;
    }
    throw new WireFault(start, "a number is longer than ten bytes");
  }

  fixed64(): bigint {
    return this.view.getBigUint64(this.advance(8), true);
  }

  fixed32(): number {
    return this.view.getUint32(this.advance(4), true);
  }

  double(): number {
    return this.view.getFloat64(this.advance(8), true);
  }

  /** Reads a length and returns the end; the position is at the first byte of the content. */
  enter(): number {
    const at = this.position;
    const length = this.uint32();
    const end = this.position + length;
    if (end > this.bytes.length)
      throw new WireFault(at, `${length} bytes are declared, but fewer remain`);
    return end;
  }

  /** Ends a message started by `enter`; throws if its content overran. */
  leave(end: number): void {
    if (this.position !== end)
      throw new WireFault(this.position, "a field runs past the end of its message");
  }

  /** Text; invalid UTF-8 becomes U+FFFD. */
  text(): string {
    const end = this.enter();
    const text = this.bytes.toString("utf8", this.position, end);
    this.position = end;
    return text;
  }

  /** A view, not a copy. */
  span(): Buffer {
    const end = this.enter();
    const bytes = this.bytes.subarray(this.position, end);
    this.position = end;
    return bytes;
  }

  /** Skips the value of an unknown field. */
  skip(tag: number): void {
    const type = tag & 7;
    if (type === wireType.bytes) this.position = this.enter();
    else if (type === wireType.varint) this.uint32();
    else if (type === wireType.fixed64) this.advance(8);
    else if (type === wireType.fixed32) this.advance(4);
    else if (type === wireType.groupStart) this.skipGroup();
    else throw new WireFault(this.position, `unknown wire type ${type}`);
  }

  private skipGroup(): void {
    for (let depth = 1; depth > 0;) {
      const tag = this.tag();
      if ((tag & 7) === wireType.groupStart) depth += 1;
      else if ((tag & 7) === wireType.groupEnd) depth -= 1;
      else this.skip(tag);
    }
  }

  private advance(length: number): number {
    const at = this.position;
    if (at + length > this.bytes.length) throw new WireFault(at, "the bytes end within a number");
    this.position = at + length;
    return at;
  }
}
