import type { Buffer } from "node:buffer";
import { currentName } from "#server/domain/trace/attribute-names.ts";
import { normaliseRoute, routeAttributes } from "#server/domain/trace/route-key.ts";
import type { AttributeValue } from "#server/domain/trace/span.ts";
import { canonicalKey, isIndexedKey, termOf, termsOf } from "#server/domain/trace/terms.ts";
import type { Masking } from "#server/ingest/masked-attributes.ts";
import { ByteTable } from "./byte-table.ts";
import { readAnyValue } from "./decode-attributes.ts";
import type { Mask } from "./masks.ts";
import { withoutSecret } from "./presentable.ts";
import { type SpanWord, wordKeys, wordOf } from "./span-words.ts";
import { WireReader } from "./wire.ts";

/** What the scan needs of one attribute. */
export type Pair = {
  terms: string[];
  /** Where the key names a route: the route, and how good that name is (0 best). */
  route: string | undefined;
  routeRank: number;
  httpStatus: number | undefined;
  word: SpanWord | undefined;
  /** The trace that has these terms already: the scan's own mark, which spares it a look into a set. */
  seenBy: object | undefined;
};

/** `pairs` is absent where the key is neither indexed nor needed: its values are passed over. */
type Key = { name: string; pairs: ByteTable<Pair> | undefined; masking: Masking };

/** Longer values are no terms (terms.ts counts characters: at most four bytes each). */
const maxValueBytes = 500;

/** Attributes of one request, each distinct pair worth knowing decoded once and then recognised by its bytes. */
export class AttributeTerms {
  /** What was found since it was last emptied that is not to be stored as it is. */
  readonly masks: Mask[] = [];
  private readonly bytes: Buffer;
  private readonly keys: ByteTable<Key>;
  private readonly masking: ((attribute: string) => Masking) | undefined;

  constructor(bytes: Buffer, masking?: (attribute: string) => Masking) {
    this.bytes = bytes;
    this.masking = masking;
    this.keys = new ByteTable(bytes, (start, end) => this.makeKey(bytes.toString("utf8", start, end)));
  }

  /** The pair in a `KeyValue` message from `start` to `end`, or undefined where nothing in it is needed. */
  find(start: number, end: number): Pair | undefined {
    const { bytes } = this;
    // Key, then value, both with short lengths: what every encoder writes. Anything else is read by the book.
    const keyLength = bytes[start + 1]!;
    const keyEnd = start + 2 + keyLength;
    if (bytes[start] !== 0x0a || keyLength >= 0x80 || keyEnd >= end || bytes[keyEnd] !== 0x12) {
      return this.findSlowly(start, end);
    }
    const { pairs, masking } = this.keys.get(start + 2, keyEnd);
    if (masking) this.mask(keyEnd + 1, end, masking);
    return pairs && end - keyEnd <= maxValueBytes ? pairs.get(keyEnd + 1, end) : undefined;
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

  private makeKey(sent: string): Key {
    const name = currentName(sent);
    const masking = this.masking?.(sent);
    // What is not stored is not to be found either.
    if (masking === "always") return { name, pairs: undefined, masking };
    const isRead = routeRankOf(name) >= 0 || name === statusKey || wordKeys.has(name);
    const isNeeded = isRead || isIndexedKey(canonicalKey(name));
    if (!isNeeded) return { name, pairs: undefined, masking };
    return { name, masking, pairs: new ByteTable(this.bytes, (start, end) => pairOf(name, this.valueAt(start, end))) };
  }

  private valueAt(start: number, end: number): AttributeValue {
    const reader = new WireReader(this.bytes, start);
    const value = readAnyValue(reader);
    reader.leave(end);
    return value;
  }

  private findSlowly(start: number, end: number): Pair | undefined {
    const reader = new WireReader(this.bytes, start);
    let name = "";
    let value: AttributeValue = null;
    let valueAt = 0;
    while (reader.position < end) {
      const tag = reader.tag();
      if (tag === 10) name = reader.text();
      else if (tag === 18) {
        valueAt = reader.position;
        value = readAnyValue(reader);
      } else reader.skip(tag);
    }
    reader.leave(end);
    const key = this.makeKey(name);
    if (key.masking && valueAt > 0) this.mask(valueAt, end, key.masking);
    return key.pairs && pairOf(key.name, value);
  }
}

const statusKey = "http.response.status_code";
const routeRankOf = (name: string): number => (routeAttributes as readonly string[]).indexOf(name);

function pairOf(name: string, value: AttributeValue): Pair {
  const routeRank = routeRankOf(name);
  const route = routeRank < 0 ? undefined : normaliseRoute(value);
  const status = name === statusKey && value !== null ? Number(value) : NaN;
  return {
    terms: routeRank < 0 ? openTerms(name, value) : routeTerms(route),
    route,
    routeRank,
    httpStatus: Number.isFinite(status) ? status : undefined,
    word: wordKeys.has(name) ? wordOf(name, value) : undefined,
    seenBy: undefined,
  };
}

function routeTerms(route: string | undefined): string[] {
  const term = route === undefined ? undefined : termOf("route", route);
  return term === undefined ? [] : [term];
}

/** What is hidden from who looks at a span is not to be found by search either. */
function openTerms(name: string, value: AttributeValue): string[] {
  const terms = termsOf(name, value);
  return terms.length === 0 ? terms : termsOf(name, withoutSecret(name, value));
}
