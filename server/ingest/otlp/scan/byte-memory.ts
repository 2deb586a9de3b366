import { Buffer } from "node:buffer";
import { hashOf, isSame, maxChain } from "./byte-table.ts";

/** Bytes of cached entries of all tables. */
export class ByteStore {
  readonly bytes: Buffer;
  #end = 0;

  constructor(byteLength: number) {
    this.bytes = Buffer.allocUnsafeSlow(byteLength);
  }

  /** Start of the copy; undefined if there is no room. */
  keep(source: Buffer, start: number, end: number): number | undefined {
    const at = this.#end;
    if (at + end - start > this.bytes.length) return undefined;
    this.#end = at + source.copy(this.bytes, at, start, end);
    return at;
  }

  get isNearlyFull(): boolean {
    return this.#end > this.bytes.length * 0.75;
  }
}

/** A cached value, and the position of its bytes in the store. */
export type Slot<Value> = {
  start: number;
  end: number;
  value: Value;
  next: Slot<Value> | undefined;
};

/** Marks an empty slot. */
const notKept = -1;

/** A `ByteTable` that outlives the buffer: senders repeat content in every request. */
export class ByteMemory<Value> {
  readonly #store: ByteStore;
  readonly #make: (bytes: Buffer, start: number, end: number) => Value;
  readonly #slots = new Map<number, Slot<Value>>();

  constructor(store: ByteStore, make: (bytes: Buffer, start: number, end: number) => Value) {
    this.#store = store;
    this.#make = make;
  }

  get(bytes: Buffer, start: number, end: number): Value {
    return this.find(bytes, start, end, undefined).value;
  }

  /** Compares `guess` before hashing. */
  find(bytes: Buffer, start: number, end: number, guess: Slot<Value> | undefined): Slot<Value> {
    const length = end - start;
    if (guess !== undefined && this.#isOf(guess, bytes, end, length)) return guess;
    const hash = hashOf(bytes, start, end);
    const first = this.#slots.get(hash);
    let chain = 0;
    for (let slot = first; slot; slot = slot.next) {
      if (this.#isOf(slot, bytes, end, length)) return slot;
      chain += 1;
    }
    const value = this.#make(bytes, start, end);
    const at = chain >= maxChain ? undefined : this.#store.keep(bytes, start, end);
    if (at === undefined) return { start: 0, end: notKept, value, next: undefined };
    const slot = { start: at, end: at + length, value, next: first };
    this.#slots.set(hash, slot);
    return slot;
  }

  #isOf(slot: Slot<Value>, bytes: Buffer, end: number, length: number): boolean {
    return (
      slot.end - slot.start === length && isSame(bytes, end, this.#store.bytes, slot.end, length)
    );
  }
}
