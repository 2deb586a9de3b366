import type { ScrubbingSettings } from "#server/domain/project/settings.ts";
import type { Attributes, SpanKind, SpanStatus } from "#server/domain/trace/span.ts";
import { spanKinds, spanStatuses } from "#server/domain/trace/span.ts";
import type { CountedName } from "#server/domain/trace/terms/trace-part.ts";
import { rareNumber } from "#server/domain/trace/terms/part-terms.ts";
import {
  hashNamed,
  isDistinctiveKey,
  rareTermsOf,
  seedOf,
} from "#server/domain/trace/terms/rare-values.ts";
import { canonicalKey, markedTerm, markerTerm, termOf } from "#server/domain/trace/terms/terms.ts";
import { type Masking, maskingOf } from "#server/ingest/masked-attributes.ts";
import { scrubRulesOf } from "#server/ingest/scrub-rules.ts";
import { type MakeRoom, newRoom } from "./assemble.ts";
import {
  type KeyName,
  keyNameOf,
  markerPair,
  type Pair,
  pairOf,
  valueAt,
} from "./attribute-pairs.ts";
import { ByteMemory, ByteStore, type Slot } from "./byte-memory.ts";
import { presentableText } from "#server/ingest/otlp/presentable.ts";
import { readResource, type ResourceFacts, resourceFacts } from "./scan-resource.ts";
import { SeenTerms } from "./term-numbers.ts";
import { WireReader } from "#server/ingest/otlp/wire/wire.ts";

/** A span's name, decoded once, with its term. */
export type NameText = { text: string; terms: number[]; seenBy: number; guesses: Guess[] };

/**
 * The last attribute at one index of a span: spans with the same name have nearly the same
 * attributes in the same order.
 */
export type Guess = { key: Slot<Key> | undefined; pair: Slot<Pair> | undefined };

/**
 * `marker`: term for the attribute's presence, for values that are not terms. `seed`: of their
 * hashes, if they are indexed.
 */
export type Key = KeyName & {
  pairs: ByteMemory<Pair> | undefined;
  marker: Pair;
  seed: number | undefined;
};

/**
 * Cache of decoded content: nearly all names, attributes, and resources of a hundred spans were in
 * the previous request, and decoding them each time was half of a scan's cost. Parts refer to
 * `terms` by number.
 */
export class Vocabulary {
  readonly terms: string[] = [];
  readonly keys: ByteMemory<Key>;
  readonly names: ByteMemory<NameText>;
  readonly resources: ByteMemory<ResourceFacts>;
  /** A term each, as a list. */
  readonly kinds: { [kind in SpanKind]: number[] };
  readonly statuses: { [status in SpanStatus]: number[] };
  readonly seen = new SeenTerms();
  /** Terms of parts that have a marker for each attribute whose values are not terms. */
  readonly marked: number[];
  readonly #numbers = new Map<string, number>();
  readonly #countedNames = new Map<string, CountedName[]>();
  readonly #patterns = new Map<string, string>();
  readonly #store: ByteStore;
  #marks = 0;
  /** Names share these lists, so that a flood of names takes no more memory. */
  readonly #guesses: Guess[][] = Array.from({ length: guessLists }, () => []);
  #namesMade = 0;

  constructor(storeBytes: number) {
    const store = new ByteStore(storeBytes);
    this.#store = store;
    this.keys = new ByteMemory(store, (bytes, start, end) =>
      this.keyOf(bytes.toString("utf8", start, end)),
    );
    this.names = new ByteMemory(store, (bytes, start, end) =>
      this.#nameOf(bytes.toString("utf8", start, end)),
    );
    this.resources = new ByteMemory(store, (bytes, start) =>
      this.factsOf(readResource(new WireReader(bytes, start))),
    );
    this.marked = [this.numberOf(markedTerm)];
    this.kinds = this.#numbered("kind", spanKinds);
    this.statuses = this.#numbered("status", spanStatuses);
  }

  get isFull(): boolean {
    return (
      this.#store.isNearlyFull || Math.max(this.terms.length, this.#countedNames.size) >= mostTerms
    );
  }

  /** A new mark for `seenBy`. */
  nextMark(): number {
    return ++this.#marks;
  }

  readonly numberOf = (term: string): number => {
    const known = this.#numbers.get(term);
    if (known !== undefined) return known;
    const hash = hashNamed(term);
    if (hash !== undefined) return rareNumber(hash);
    this.#numbers.set(term, this.terms.length);
    return this.terms.push(term) - 1;
  };

  /** A pattern as it may be shown. There are few, and scrubbing costs more than everything else. */
  shownPattern(pattern: string): string {
    const known = this.#patterns.get(pattern);
    if (known !== undefined) return known;
    const shown = presentableText(pattern);
    if (this.#patterns.size < mostTerms) this.#patterns.set(pattern, shown);
    return shown;
  }

  /** The term of a span's derived route. */
  routeTerms(route: string): number[] {
    const term = termOf("route", route);
    const terms =
      term === undefined ? [markerTerm("route"), ...rareTermsOf("route", route)] : [term];
    return terms.map(this.numberOf);
  }

  readonly sharedName = (name: CountedName): CountedName => {
    const { kind, route, method, service, environment, release } = name;
    const alike = this.#countedNames.get(route) ?? [];
    // Compared one by one: a combined key of all five would need a string per span.
    for (const each of alike)
      if (
        each.kind === kind &&
        each.method === method &&
        each.service === service &&
        each.environment === environment &&
        each.release === release
      )
        return each;
    if (alike.length >= mostAlike || this.#countedNames.size >= mostTerms) return name;
    this.#countedNames.set(route, [...alike, name]);
    return name;
  };

  keyOf(sent: string): Key {
    const key = keyNameOf(sent);
    const pair = (bytes: Buffer, start: number, end: number) => {
      return pairOf(key.name, valueAt(bytes, start, end), this.numberOf);
    };
    const marker = markerPair(key.name, this.numberOf);
    const canonical = canonicalKey(key.name);
    const seed = !key.isNeeded && isDistinctiveKey(canonical) ? seedOf(canonical) : undefined;
    return {
      ...key,
      marker,
      seed,
      pairs: key.isNeeded ? new ByteMemory(this.#store, pair) : undefined,
    };
  }

  factsOf = (attributes: Attributes): ResourceFacts => resourceFacts(attributes, this.numberOf);

  #nameOf(sent: string): NameText {
    const text = presentableText(sent);
    const term = termOf("name", text);
    const terms = term === undefined ? [markerTerm("name"), ...rareTermsOf("name", text)] : [term];
    const guesses = this.#guesses[this.#namesMade++ % guessLists]!;
    return { text, terms: terms.map(this.numberOf), seenBy: 0, guesses };
  }

  #numbered<Value extends string>(
    key: string,
    values: readonly Value[],
  ): { [value in Value]: number[] } {
    const numbers = values.map((value) => [value, [this.numberOf(`${key}=${value}`)]]);
    return Object.fromEntries(numbers) as { [value in Value]: number[] };
  }
}

const guessLists = 256;
/** Sent to another thread together with data that uses one. */
const mostTerms = 4_000;
/** Of one route: kinds, services, releases. */
const mostAlike = 16;

/** Caches between requests: a vocabulary until it is full, and projects' compiled rules. */
export type ScanMemory = {
  vocabulary(): Vocabulary;
  maskingFor(scrubbing: ScrubbingSettings): MaskingOf;
  /** Allocates the parts of a request. */
  room: MakeRoom;
};

type MaskingOf = (attribute: string) => Masking;

type ScanMemoryOptions = { storeBytes?: number; room?: MakeRoom };

export function createScanMemory({
  storeBytes = 256 * 1024,
  room = newRoom,
}: ScanMemoryOptions = {}): ScanMemory {
  let current = new Vocabulary(storeBytes);
  // Projects are looked up again each second; their compiled rules are released with them.
  const made = new WeakMap<ScrubbingSettings, MaskingOf>();
  return {
    room,
    vocabulary() {
      if (current.isFull) current = new Vocabulary(storeBytes);
      return current;
    },
    maskingFor(scrubbing) {
      const masking = made.get(scrubbing) ?? maskingOf(scrubRulesOf(scrubbing));
      made.set(scrubbing, masking);
      return masking;
    },
  };
}
