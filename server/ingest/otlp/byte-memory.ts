import { Buffer } from "node:buffer";
import { hashOf, isSame, maxChain } from "./byte-table.ts";

/** Where what is remembered lies side by side, whichever table it belongs to. */
export class ByteStore {
  readonly bytes: Buffer;
  #end = 0;

  constructor(byteLength: number) {
    this.bytes = Buffer.allocUnsafeSlow(byteLength);
  }

  /** Where the copy begins; undefined when there is no room for it. */
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

type Slot<Value> = { start: number; end: number; value: Value; next: Slot<Value> | undefined };

/** A `ByteTable` that outlives the buffer it was asked about: senders say the same things in request after request. */
export class ByteMemory<Value> {
  readonly #store: ByteStore;
  readonly #make: (bytes: Buffer, start: number, end: number) => Value;
  readonly #slots = new Map<number, Slot<Value>>();

  constructor(store: ByteStore, make: (bytes: Buffer, start: number, end: number) => Value) {
    this.#store = store;
    this.#make = make;
  }

  get(bytes: Buffer, start: number, end: number): Value {
    const hash = hashOf(bytes, start, end);
    const first = this.#slots.get(hash);
    const known = this.#store.bytes;
    let length = 0;
    for (let slot = first; slot; slot = slot.next) {
      if (slot.end - slot.start === end - start && isSame(bytes, end, known, slot.end, end - start)) return slot.value;
      length += 1;
    }
    const value = this.#make(bytes, start, end);
    if (length >= maxChain) return value;
    const at = this.#store.keep(bytes, start, end);
    if (at !== undefined) this.#slots.set(hash, { start: at, end: at + end - start, value, next: first });
    return value;
  }
}
