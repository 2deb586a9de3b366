import type { Buffer } from "node:buffer";

type Slot<Value> = { start: number; end: number; value: Value; next: Slot<Value> | undefined };

/**
 * Longer chains of equal hashes are deliberate: later entries are decoded each time and not cached.
 */
export const maxChain = 8;

/**
 * Values decoded from ranges of one buffer, once per distinct range: telemetry is repetitive, and
 * comparing bytes costs a fifth of decoding.
 */
export class ByteTable<Value> {
  private readonly bytes: Buffer;
  private readonly make: (start: number, end: number) => Value;
  private readonly slots = new Map<number, Slot<Value>>();

  constructor(bytes: Buffer, make: (start: number, end: number) => Value) {
    this.bytes = bytes;
    this.make = make;
  }

  get(start: number, end: number): Value {
    const hash = hashOf(this.bytes, start, end);
    const first = this.slots.get(hash);
    let length = 0;
    for (let slot = first; slot; slot = slot.next) {
      const isAsLong = slot.end - slot.start === end - start;
      if (isAsLong && isSame(this.bytes, end, this.bytes, slot.end, end - start)) return slot.value;
      length += 1;
    }
    const value = this.make(start, end);
    if (length < maxChain) this.slots.set(hash, { start, end, value, next: first });
    return value;
  }
}

/**
 * Over the length, the last five bytes, and three inside: names differ at their ends, and bytes are
 * compared anyway.
 */
export function hashOf(bytes: Buffer, start: number, end: number): number {
  const length = end - start;
  let hash = length;
  for (let index = length > 5 ? end - 5 : start; index < end; index++)
    hash = (Math.imul(hash, 31) + bytes[index]!) | 0;
  if (length <= 5) return hash;
  hash = (Math.imul(hash, 31) + bytes[start]!) | 0;
  hash = (Math.imul(hash, 31) + bytes[start + (length >> 2)]!) | 0;
  return (Math.imul(hash, 31) + bytes[start + (length >> 1)]!) | 0;
}

/** From the end, for the same reason; both are given by their ends. */
export function isSame(
  bytes: Buffer,
  end: number,
  others: Buffer,
  otherEnd: number,
  length: number,
): boolean {
  for (let back = 1; back <= length; back++)
    if (bytes[end - back] !== others[otherEnd - back]) return false;
  return true;
}
