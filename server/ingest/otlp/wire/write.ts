import { Buffer } from "node:buffer";
import { wireType } from "./wire.ts";

/**
 * Writes the protobuf wire format sequentially. A nested message is written between `begin` and
 * `end`, which inserts its length. Absent and zero are equal on the wire; the caller omits zeros,
 * because they count in a `oneof`.
 */
export class WireWriter {
  private bytes: Buffer = Buffer.allocUnsafe(4_096);
  private length = 0;

  finish(): Uint8Array {
    return new Uint8Array(this.bytes.subarray(0, this.length));
  }

  varint(field: number, value: number | bigint): void {
    this.tag(field, wireType.varint);
    if (typeof value === "number" && value >= 0 && value <= 0xffff_ffff) this.short(value);
    else this.long(BigInt.asUintN(64, BigInt(value)));
  }

  fixed64(field: number, value: bigint): void {
    this.tag(field, wireType.fixed64);
    this.reserve(8);
    this.length = this.bytes.writeBigUInt64LE(BigInt.asUintN(64, value), this.length);
  }

  fixed32(field: number, value: number): void {
    this.tag(field, wireType.fixed32);
    this.reserve(4);
    this.length = this.bytes.writeUInt32LE(value >>> 0, this.length);
  }

  double(field: number, value: number): void {
    this.tag(field, wireType.fixed64);
    this.reserve(8);
    this.length = this.bytes.writeDoubleLE(value, this.length);
  }

  text(field: number, value: string): void {
    const mark = this.begin(field);
    this.reserve(value.length * 3);
    if (value.length > 32 || !this.ascii(value))
      this.length += this.bytes.write(value, this.length, "utf8");
    this.end(mark);
  }

  /**
   * Writes short texts in a third of the time of a call into the engine; false: not ASCII, not
   * written.
   */
  private ascii(value: string): boolean {
    const { bytes, length } = this;
    for (let index = 0; index < value.length; index++) {
      const code = value.charCodeAt(index);
      if (code >= 0x80) return false;
      bytes[length + index] = code;
    }
    this.length = length + value.length;
    return true;
  }

  span(field: number, value: Uint8Array): void {
    this.tag(field, wireType.bytes);
    this.short(value.length);
    this.reserve(value.length);
    this.bytes.set(value, this.length);
    this.length += value.length;
  }

  /** Returns the argument for `end`. */
  begin(field: number): number {
    this.tag(field, wireType.bytes);
    this.reserve(1);
    this.length += 1;
    return this.length;
  }

  /**
   * One byte is reserved for the length. Longer content is moved, which costs less than measuring
   * in advance.
   */
  end(mark: number): void {
    const size = this.length - mark;
    const extra = size < 0x80 ? 0 : size < 0x4000 ? 1 : size < 0x20_0000 ? 2 : 3;
    if (extra > 0) {
      this.reserve(extra);
      this.bytes.copyWithin(mark + extra, mark, this.length);
    }
    this.length = mark - 1;
    this.short(size);
    this.length += size;
  }

  private tag(field: number, type: number): void {
    this.short(field * 8 + type);
  }

  private short(value: number): void {
    this.reserve(5);
    let rest = value;
    while (rest >= 0x80) {
      this.bytes[this.length++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.bytes[this.length++] = rest;
  }

  private long(value: bigint): void {
    this.reserve(10);
    let rest = value;
    while (rest >= 0x80n) {
      this.bytes[this.length++] = Number(rest & 0x7fn) | 0x80;
      rest >>= 7n;
    }
    this.bytes[this.length++] = Number(rest);
  }

  private reserve(size: number): void {
    if (this.length + size <= this.bytes.length) return;
    const grown = Buffer.allocUnsafe(Math.max(this.bytes.length * 2, this.length + size));
    this.bytes.copy(grown, 0, 0, this.length);
    this.bytes = grown;
  }
}
