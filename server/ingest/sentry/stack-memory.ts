import { Buffer } from "node:buffer";
import type { JsonObject } from "#server/domain/json.ts";
import { copyOf, type KnownStack, knowStack, knownStackOf } from "#server/ingest/known-stack.ts";

type Remembered = {
  bytes: Buffer;
  stacktrace: JsonObject;
  stack: KnownStack;
  sample: number;
  uses: number;
};

/** Known stacks, at most `mostBytes` of JSON; the oldest are forgotten first. */
export class StackMemory {
  readonly #bySample = new Map<number, Remembered[]>();
  readonly #inOrder = new Set<Remembered>();
  readonly #mostBytes: number;
  #bytes = 0;
  #missed = 0;
  #missesToLearn = leastMisses;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /** The known stack that starts at `at`, if any. */
  find(bytes: Buffer, at: number): Remembered | undefined {
    for (const reach of reaches) {
      if (at + reach > bytes.length) continue;
      const found = this.#bySample
        .get(sampleOf(bytes, at, reach))
        ?.find((each) => standsAt(bytes, at, each));
      if (found) return this.#use(found);
    }
    return undefined;
  }

  /**
   * Call for each event with an unknown stack: whether to learn it. Learning takes longer than
   * parsing the event, so it becomes rarer if stacks are forgotten unused, and more frequent when
   * one is used.
   */
  isToLearn(): boolean {
    this.#missed = (this.#missed + 1) % this.#missesToLearn;
    return this.#missed === 0;
  }

  /** Adds an unknown one. */
  learn(bytes: Buffer, at: number): void {
    const length = endOf(bytes, at) - at;
    const reach = reaches.find((each) => each <= length);
    if (reach === undefined || length > this.#mostBytes) return;
    // A separate copy, because the request's bytes are released.
    const own = Buffer.allocUnsafeSlow(length);
    own.set(bytes.subarray(at, at + length));
    const sample = sampleOf(own, 0, reach);
    const alike = this.#bySample.get(sample) ?? [];
    if (alike.length >= mostAlike) this.#forget(alike[0]!);
    const stacktrace = knowStack(copyOf({ bytes: own }), own);
    const remembered = {
      bytes: own,
      stacktrace,
      stack: knownStackOf(stacktrace)!,
      sample,
      uses: 0,
    };
    this.#bySample.set(sample, [...(this.#bySample.get(sample) ?? []), remembered]);
    this.#inOrder.add(remembered);
    this.#bytes += length;
    while (this.#bytes > this.#mostBytes) this.#forget(this.#inOrder.values().next().value!);
  }

  #use(remembered: Remembered): Remembered {
    if (++remembered.uses === worthwhileUses)
      this.#missesToLearn = Math.max(leastMisses, this.#missesToLearn / 2);
    return remembered;
  }

  #forget(remembered: Remembered): void {
    const { sample, bytes, uses } = remembered;
    if (uses < worthwhileUses) this.#missesToLearn = Math.min(mostMisses, this.#missesToLearn * 2);
    const others = this.#bySample.get(sample)!.filter((each) => each !== remembered);
    if (others.length > 0) this.#bySample.set(sample, others);
    else this.#bySample.delete(sample);
    this.#inOrder.delete(remembered);
    this.#bytes -= bytes.length;
  }
}

/** A single occurrence is not worth it, and most frequent ones soon repeat. */
const leastMisses = 4;
const mostMisses = 256;
const worthwhileUses = 8;

/**
 * Stacks of one application are equal at their outer ends, where they start; comparing two costs a
 * fifth of a microsecond.
 */
const mostAlike = 32;

/** Lengths of samples: as far as a stack certainly reaches, so that later bytes don't matter. */
const reaches = [8_192, 2_048, 512];
const sampledBytes = 64;

/** FNV-1a over equidistant bytes. */
function sampleOf(bytes: Buffer, at: number, reach: number): number {
  const step = reach / sampledBytes;
  let hash = 0x811c9dc5 ^ reach;
  for (let offset = at; offset < at + reach; offset += step)
    hash = Math.imul(hash ^ bytes[offset]!, 0x01000193);
  return hash;
}

function standsAt(bytes: Buffer, at: number, { bytes: own }: Remembered): boolean {
  const end = at + own.length;
  return end <= bytes.length && bytes.compare(own, 0, own.length, at, end) === 0;
}

const [quote, backslash, open, close] = [0x22, 0x5c, 0x7b, 0x7d];

/** End of the object that starts at `at`, in valid JSON. */
function endOf(bytes: Buffer, at: number): number {
  let depth = 0;
  let inText = false;
  for (let position = at; position < bytes.length; position++) {
    const byte = bytes[position];
    if (byte === quote) inText = !inText;
    else if (byte === backslash) position += 1;
    else if (inText) continue;
    else if (byte === open) depth += 1;
    else if (byte === close && --depth === 0) return position + 1;
  }
  return bytes.length;
}
