import { listRoom, readNumbers, rising, writeNumbers } from "./number-list.ts";
import { longestVarint, readVarint, unzigzag, writeVarint, zigzag } from "./varints.ts";

/** Which traces have which terms: running numbers by term, in any order. */
export type Postings = Map<number, number[]>;

export function addPosting(postings: Postings, term: number, number: number): void {
  const numbers = postings.get(term);
  if (numbers) numbers.push(number);
  else postings.set(term, [number]);
}

/** One blob: for each term, ascending, how far it is from the one before, the length of its list, the list. */
export function encodePostings(postings: Postings): Uint8Array {
  const terms = [...postings.keys()].toSorted((a, b) => a - b);
  const room = terms.reduce((sum, term) => sum + listRoom(postings.get(term)!) + 2 * longestVarint, 0);
  const blob = Buffer.allocUnsafe(room);
  let end = 0;
  let before = 0;
  for (const term of terms) {
    end = writeVarint(blob, end, zigzag(term - before));
    end = writeMeasured(blob, end, rising(postings.get(term)!));
    before = term;
  }
  return blob.subarray(0, end);
}

// The list is written where it would stand behind the longest length, and moved up.
function writeMeasured(blob: Uint8Array, at: number, numbers: Uint32Array): number {
  const from = at + longestVarint;
  const to = writeNumbers(blob, from, numbers);
  const start = writeVarint(blob, at, to - from);
  blob.copyWithin(start, from, to);
  return start + to - from;
}

export function encodeNumbers(numbers: number[]): Uint8Array {
  const list = rising(numbers);
  const bytes = Buffer.allocUnsafe(listRoom(list));
  return bytes.subarray(0, writeNumbers(bytes, 0, list));
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
