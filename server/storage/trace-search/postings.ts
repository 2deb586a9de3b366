import { listRoom, readNumbers, rising, writeNumbers } from "./number-list.ts";
import { longestVarint, readVarint, unzigzag, writeVarint, zigzag } from "./varints.ts";

/**
 * Which traces have which terms: running numbers by term, in any order. Forty a trace, laid one
 * behind the other and sorted at the end: a list a term, growing, was an eighth of what storing
 * spans left to be collected (measured). Its memory is used again.
 */
export class Postings {
  /** A term's place among `terms`. */
  private readonly places = new Map<number, number>();
  private readonly terms: number[] = [];
  /** Of each posting: its term's place, and its number. */
  private placeOf = new Uint32Array(firstRoom);
  private numbers = new Uint32Array(firstRoom);
  private byTerm = new Uint32Array(0);
  private blob = new Uint8Array(0);
  private length = 0;

  add(term: number, number: number): void {
    if (this.length === this.numbers.length) this.grow();
    let place = this.places.get(term);
    if (place === undefined) {
      place = this.terms.push(term) - 1;
      this.places.set(term, place);
    }
    this.placeOf[this.length] = place;
    this.numbers[this.length++] = number;
  }

  clear(): void {
    this.length = 0;
    this.places.clear();
    this.terms.length = 0;
  }

  /** The lists, `rising`, by term, ascending. They are valid until something is added. */
  *lists(): Generator<[term: number, numbers: Uint32Array]> {
    const starts = this.sideBySide();
    const places = this.terms
      .map((_, place) => place)
      .toSorted((a, b) => this.terms[a]! - this.terms[b]!);
    for (const place of places)
      yield [
        this.terms[place]!,
        rising(this.byTerm.subarray(starts[place], starts[place + 1] ?? this.length)),
      ];
  }

  /**
   * One blob: for each term, ascending, how far it is from the one before, the length of its list,
   * the list.
   */
  encode(): Uint8Array {
    const room = (2 * longestVarint + 1) * this.terms.length + longestVarint * this.length;
    if (this.blob.length < room) this.blob = new Uint8Array(room);
    const { blob } = this;
    let end = 0;
    let before = 0;
    for (const [term, numbers] of this.lists()) {
      end = writeVarint(blob, end, zigzag(term - before));
      end = writeMeasured(blob, end, numbers);
      before = term;
    }
    return blob.slice(0, end);
  }

  /** Lays the numbers of each term side by side; returns where each place's begin. */
  private sideBySide(): Uint32Array {
    const bounds = new Uint32Array(this.terms.length);
    for (let at = 0; at < this.length; at++) bounds[this.placeOf[at]!]! += 1;
    for (let place = 1; place < bounds.length; place++) bounds[place]! += bounds[place - 1]!;
    if (this.byTerm.length < this.length) this.byTerm = new Uint32Array(this.numbers.length);
    // From behind, so that each list keeps its order: each bound goes from where its list ends to
    // where it begins.
    for (let at = this.length - 1; at >= 0; at--)
      this.byTerm[--bounds[this.placeOf[at]!]!] = this.numbers[at]!;
    return bounds;
  }

  private grow(): void {
    const [placeOf, numbers] = [new Uint32Array(2 * this.length), new Uint32Array(2 * this.length)];
    placeOf.set(this.placeOf);
    numbers.set(this.numbers);
    [this.placeOf, this.numbers] = [placeOf, numbers];
  }
}

const firstRoom = 1 << 10;

// The list is written where it would stand behind the longest length, and moved up.
function writeMeasured(blob: Uint8Array, at: number, numbers: Uint32Array): number {
  const from = at + longestVarint;
  const to = writeNumbers(blob, from, numbers);
  const start = writeVarint(blob, at, to - from);
  blob.copyWithin(start, from, to);
  return start + to - from;
}

/** `numbers` are `rising`. */
export function encodeNumbers(numbers: Uint32Array): Uint8Array {
  const bytes = Buffer.allocUnsafe(listRoom(numbers));
  return bytes.subarray(0, writeNumbers(bytes, 0, numbers));
}

/** Calls `each` with the wanted terms' lists of a blob; with all of them when none are named. */
export function readPostings(
  blob: Uint8Array,
  each: (term: number, number: number) => void,
  wanted?: ReadonlySet<number>,
): void {
  const reading = { bytes: blob, at: 0 };
  let term = 0;
  while (reading.at < blob.length) {
    term += unzigzag(readVarint(reading));
    const length = readVarint(reading);
    const [from, to] = [reading.at, reading.at + length];
    const here = term;
    if (!wanted || wanted.has(term)) readNumbers(blob, from, to, (number) => each(here, number));
    reading.at = to;
  }
}
