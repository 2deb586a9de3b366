import { listRoom, readNumbers, writeNumbers } from "./number-list.ts";
import { longestVarint, readVarint, unzigzag, writeVarint, zigzag } from "./varints.ts";

/** Which traces have which terms: running numbers by term. Lists rise once they are `sorted`. */
export type Postings = Map<number, number[]>;

export function addPosting(postings: Postings, term: number, number: number): void {
  const numbers = postings.get(term);
  if (numbers) numbers.push(number);
  else postings.set(term, [number]);
}

/** Terms ascending, each list rising, none of its numbers twice. */
export function sorted(postings: Postings): [term: number, numbers: number[]][] {
  const lists = [...postings].map(([term, numbers]): [number, number[]] => [term, rising(numbers)]);
  return lists.toSorted(([a], [b]) => a - b);
}

// Nearly all rise as they come: only late parts of older traces stand out of line.
function rising(numbers: number[]): number[] {
  if (numbers.every((number, at) => at === 0 || number > numbers[at - 1]!)) return numbers;
  return [...new Set(numbers)].toSorted((a, b) => a - b);
}

/** One blob: for each term how far it is from the one before, the length of its list, the list. */
export function encodePostings(postings: Postings): Uint8Array {
  const lists = sorted(postings);
  const room = lists.reduce((sum, [, numbers]) => sum + listRoom(numbers) + 2 * longestVarint, 0);
  const blob = Buffer.allocUnsafe(room);
  let end = 0;
  let before = 0;
  for (const [term, numbers] of lists) {
    const list = encodeNumbers(numbers);
    end = writeVarint(blob, end, zigzag(term - before));
    end = writeVarint(blob, end, list.length);
    blob.set(list, end);
    end += list.length;
    before = term;
  }
  return blob.subarray(0, end);
}

export function encodeNumbers(numbers: number[]): Uint8Array {
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
