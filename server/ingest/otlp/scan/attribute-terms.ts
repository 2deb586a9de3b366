import { Buffer } from "node:buffer";
import { rareNumber } from "#server/domain/trace/terms/part-terms.ts";
import { rareHashIn } from "#server/domain/trace/terms/rare-values.ts";
import type { AttributeValue } from "#server/domain/trace/span.ts";
import { textsOf } from "#server/domain/trace/terms/terms.ts";
import type { Masking } from "#server/ingest/masked-attributes.ts";
import { noPath, type Pair, pairOf, valueAt } from "./attribute-pairs.ts";
import { readAnyValue } from "#server/ingest/otlp/decode/decode-attributes.ts";
import type { Mask } from "./masks.ts";
import type { Guess, Key, Vocabulary } from "./vocabulary.ts";
import { WireReader } from "#server/ingest/otlp/wire/wire.ts";

/** Longer values are no terms (terms.ts counts characters: at most four bytes each). */
const maxValueBytes = 500;

/** Attributes of a span that are guessed. */
const mostGuesses = 64;

function newGuess(guesses: Guess[], at: number): Guess | undefined {
  if (at !== guesses.length || at >= mostGuesses) return undefined;
  const guess = { key: undefined, pair: undefined };
  guesses.push(guess);
  return guess;
}

/**
 * Attributes of one request, each pair worth knowing decoded once and then recognised by its bytes.
 */
export class AttributeTerms {
  /** What was found since it was last emptied that is not to be stored as it is. */
  readonly masks: Mask[] = [];
  /** Rare values that were found since `forget`, by their numbers: the first `rareCount`. */
  readonly rare: number[] = [];
  rareCount = 0;
  /** Where the value that tells the path best lies among those found since `forget`. */
  pathRank = noPath;
  pathStart = 0;
  pathEnd = 0;
  private readonly bytes: Buffer;
  private readonly vocabulary: Vocabulary;
  private readonly masking: ((attribute: string) => Masking) | undefined;

  constructor(bytes: Buffer, vocabulary: Vocabulary, masking?: (attribute: string) => Masking) {
    this.bytes = bytes;
    this.vocabulary = vocabulary;
    this.masking = masking;
  }

  /** For the next span. */
  forget(): void {
    // Emptying a list gives its room back: that cost more than filling it.
    if (this.masks.length > 0) this.masks.length = 0;
    this.rareCount = 0;
    this.pathRank = noPath;
  }

  /**
   * The path of the request, or its address, as it was sent; undefined where no attribute that may
   * be shown tells it.
   */
  path(): string | undefined {
    if (this.pathRank === noPath) return undefined;
    const value = valueAt(this.bytes, this.pathStart, this.pathEnd);
    return typeof value === "string" && value !== "" ? value : undefined;
  }

  /**
   * The pair in a `KeyValue` message from `start` to `end`, or undefined where nothing in it is
   * needed. `guesses`: what a span of the same name said; `at`: which of its attributes this is.
   */
  find(start: number, end: number, guesses: Guess[], at: number): Pair | undefined {
    const { bytes } = this;
    // Key, then value, both with short lengths: what every encoder writes. Anything else is read by
    // the book.
    const keyLength = bytes[start + 1]!;
    const keyEnd = start + 2 + keyLength;
    if (bytes[start] !== 0x0a || keyLength >= 0x80 || keyEnd >= end || bytes[keyEnd] !== 0x12) {
      return this.findSlowly(start, end);
    }
    const guess = at < guesses.length ? guesses[at] : newGuess(guesses, at);
    const slot = this.vocabulary.keys.find(bytes, start + 2, keyEnd, guess?.key);
    const key = slot.value;
    if (guess !== undefined && guess.key !== slot) [guess.key, guess.pair] = [slot, undefined];
    const masking = this.maskingOf(key);
    if (masking) this.mask(keyEnd + 1, end, masking);
    else if (key.pathRank < this.pathRank) this.markPath(key, keyEnd + 1, end);
    // What is not stored is not to be found either.
    if (masking === "always") return undefined;
    if (end - keyEnd > maxValueBytes) return key.marker;
    if (!key.pairs) {
      if (key.seed !== undefined) this.addRare(key.seed, keyEnd + 1, end);
      return key.marker;
    }
    const pair = key.pairs.find(bytes, keyEnd + 1, end, guess?.pair);
    if (guess !== undefined) guess.pair = pair;
    return pair.value;
  }

  private markPath({ pathRank }: Key, start: number, end: number): void {
    this.pathRank = pathRank;
    this.pathStart = start;
    this.pathEnd = end;
  }

  /** Projects differ in it, and keys are known from request to request. */
  private maskingOf(key: Key): Masking {
    if (key.askedBy !== this.masking) {
      key.askedBy = this.masking;
      key.masking = this.masking?.(key.sent);
    }
    return key.masking;
  }

  /** `at` is where the value's length is. A short text is hashed where it lies. */
  private addRare(seed: number, at: number, end: number): void {
    const { bytes } = this;
    const start = at + 3;
    const length = bytes[at + 2]!;
    if (bytes[at]! < 0x80 && bytes[at + 1] === 0x0a && length < 0x80 && end === start + length)
      this.addHash(rareHashIn(seed, bytes, start, end));
    else for (const text of textsOf(valueAt(bytes, at, end))) this.addText(seed, text);
  }

  private addText(seed: number, text: string): void {
    const bytes = Buffer.from(text);
    this.addHash(rareHashIn(seed, bytes, 0, bytes.length));
  }

  private addHash(hash: number): void {
    this.rare[this.rareCount++] = rareNumber(hash);
  }

  /** `at` is where the value's length stands. */
  private mask(at: number, end: number, masking: Masking): void {
    const onServers = masking === "server";
    const length = this.bytes[at]!;
    if (length < 0x80 && at + 1 + length <= end) {
      this.masks.push({ start: at + 1, end: at + 1 + length, onServers });
      return;
    }
    const reader = new WireReader(this.bytes, at);
    const valueEnd = reader.enter();
    if (valueEnd <= end) this.masks.push({ start: reader.position, end: valueEnd, onServers });
  }

  private findSlowly(start: number, end: number): Pair | undefined {
    const reader = new WireReader(this.bytes, start);
    let name = "";
    let value: AttributeValue = null;
    let valueStart = 0;
    let valueEnd = 0;
    while (reader.position < end) {
      const tag = reader.tag();
      if (tag === 10) name = reader.text();
      else if (tag === 18) {
        valueStart = reader.position;
        value = readAnyValue(reader);
        valueEnd = reader.position;
      } else reader.skip(tag);
    }
    reader.leave(end);
    const key = this.vocabulary.keyOf(name);
    const masking = this.maskingOf(key);
    if (masking && valueStart > 0) this.mask(valueStart, end, masking);
    if (!masking && valueStart > 0 && key.pathRank < this.pathRank)
      this.markPath(key, valueStart, valueEnd);
    if (masking === "always") return undefined;
    if (!key.pairs) {
      if (key.seed !== undefined) for (const text of textsOf(value)) this.addText(key.seed, text);
      return key.marker;
    }
    return pairOf(key.name, value, this.vocabulary.numberOf);
  }
}
