import { listRoom, readNumbers, rising, writeNumbers } from "./number-list.ts";
import { longestVarint, readVarint, unzigzag, writeVarint, zigzag } from "./varints.ts";

/**
 * Postings: running numbers of traces by term, in any order. About forty per trace, appended and
 * sorted at the end: a growing list per term caused an eighth of the garbage of storing spans
 * (measured). Reuses its memory.
 */
export class Postings {
  /** Index of a term in `terms`. */
  private readonly places = new Map<number, number>();
  private readonly terms: number[] = [];
  /** For each posting, the index of its term, and its number. */
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

  /** The lists, `rising`, by term, ascending. Valid until something is added. */
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
   * One blob: for each term, ascending, its distance from the previous, the length of its list, and
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

  /** Groups the numbers of each term; returns where each group starts. */
  private sideBySide(): Uint32Array {
    const bounds = new Uint32Array(this.terms.length);
    for (let at = 0; at < this.length; at++) bounds[this.placeOf[at]!]! += 1;
    for (let place = 1; place < bounds.length; place++) bounds[place]! += bounds[place - 1]!;
    if (this.byTerm.length < this.length) this.byTerm = new Uint32Array(this.numbers.length);
    // From the end, so that each list keeps its order: each bound moves from its list's end to its
    // start.
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

// The list is written after the maximum length prefix, and moved up.
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

/** Calls `each` with the wanted terms' lists of a blob; without a selection, with all. */
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
