import { expect, test } from "vitest";
import { encodeNumbers, encodePostings, readPostings } from "./postings.ts";
import { readNumbers } from "./number-list.ts";

const lists: [what: string, numbers: number[]][] = [
  ["one", [0]],
  ["the largest", [2 ** 32 - 1]],
  ["far apart", [0, 127, 128, 129, 70_000, 2 ** 31, 2 ** 32 - 1]],
  ["close together", Array.from({ length: 500 }, (_, n) => 1_000_003 + n)],
  ["every third", Array.from({ length: 500 }, (_, n) => 7 + 3 * n)],
  ["out of order, with repeats", [9, 3, 3, 70, 4, 9]],
];

test.each(lists)("%s: a list comes back rising, each number once", (_, numbers) => {
  const bytes = encodeNumbers(numbers);
  const read: number[] = [];
  readNumbers(bytes, 0, bytes.length, (number) => read.push(number));
  expect(read).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
  expect(bytes.length).toBeLessThanOrEqual(6 + 5 * numbers.length);
});

test("traces that follow each other take a bit each", () => {
  expect(encodeNumbers(Array.from({ length: 8_000 }, (_, n) => 50_000 + n)).length).toBeLessThan(1_010);
});

test("postings come back by term, markers before terms; a search reads the lists it wants", () => {
  const postings = new Map([
    [70_000, [1, 2]],
    [3, [5]],
    [-2, [9]],
    [-2_000, lists[3]![1]],
  ]);
  const blob = encodePostings(postings);
  const read = (wanted?: Set<number>) => {
    const found = new Map<number, number[]>();
    readPostings(blob, (term, number) => void found.set(term, [...(found.get(term) ?? []), number]), wanted);
    return [...found];
  };
  expect(read()).toEqual([...postings].toSorted(([a], [b]) => a - b));
  expect(read(new Set([3, 4]))).toEqual([[3, [5]]]);
  expect(encodePostings(new Map())).toHaveLength(0);
});
