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

/** Longer values are not terms (terms.ts counts characters: at most four bytes each). */
const maxValueBytes = 500;

/** Number of a span's attributes that are guessed. */
const mostGuesses = 64;

function newGuess(guesses: Guess[], at: number): Guess | undefined {
  if (at !== guesses.length || at >= mostGuesses) return undefined;
  const guess = { key: undefined, pair: undefined };
  guesses.push(guess);
  return guess;
}

/** Attributes of one request: each useful pair is decoded once and then recognized by its bytes. */
export class AttributeTerms {
  /** Values found since the last reset that must be overwritten. */
  readonly masks: Mask[] = [];
  /** Numbers of rare values found since `forget`: the first `rareCount`. */
  readonly rare: number[] = [];
  rareCount = 0;
  /** Rank of the best path value found since `forget`. */
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

  /** Resets for the next span. */
  forget(): void {
    // Clearing a list releases its memory, which cost more than filling it.
    if (this.masks.length > 0) this.masks.length = 0;
    this.rareCount = 0;
    this.pathRank = noPath;
  }

  /** The request's path or URL as sent; undefined if no visible attribute has it. */
  path(): string | undefined {
    if (this.pathRank === noPath) return undefined;
    const value = valueAt(this.bytes, this.pathStart, this.pathEnd);
    return typeof value === "string" && value !== "" ? value : undefined;
  }

  /**
   * The pair in a `KeyValue` message from `start` to `end`, or undefined if nothing in it is
   * needed. `guesses`: pairs of a span with the same name. `at`: index of the attribute.
   */
  find(start: number, end: number, guesses: Guess[], at: number): Pair | undefined {
    const { bytes } = this;
    // Key, then value, both with short lengths, as every encoder writes. Anything else uses the
    // generic reader.
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
    // A value that is not stored must not be searchable.
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

  /** Differs by project, while keys are shared between requests. */
  private maskingOf(key: Key): Masking {
    if (key.askedBy !== this.masking) {
      key.askedBy = this.masking;
      key.masking = this.masking?.(key.sent);
    }
    return key.masking;
  }

  /** `at`: position of the value's length. A short text is hashed in place. */
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

  /** `at`: position of the value's length. */
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
