import { expect, test } from "vitest";
import { encodeNumbers, Postings, readPostings } from "./postings.ts";
import { addTo, emptyBitmap, takeBelow } from "./bitmap.ts";
import { addNumbers, readNumbers, rising } from "./number-list.ts";

const lists: [what: string, numbers: number[]][] = [
  ["one", [0]],
  ["the largest", [2 ** 32 - 1]],
  ["far apart", [0, 127, 128, 129, 70_000, 2 ** 31, 2 ** 32 - 1]],
  ["close together", Array.from({ length: 500 }, (_, n) => 1_000_003 + n)],
  ["every third", Array.from({ length: 500 }, (_, n) => 7 + 3 * n)],
  ["out of order, with repeats", [9, 3, 3, 70, 4, 9]],
];

test.each(lists)("%s: a list is returned ascending, each number once", (_, numbers) => {
  const bytes = encodeNumbers(rising(Uint32Array.from(numbers)));
  const read: number[] = [];
  readNumbers(bytes, 0, bytes.length, (number) => read.push(number));
  expect(read).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
  expect(bytes.length).toBeLessThanOrEqual(6 + 5 * numbers.length);
});

test.each(lists.filter(([, numbers]) => Math.max(...numbers) < 2 ** 21))(
  "%s: a list is added to a bitmap up to its end",
  (_, numbers) => {
    const most = Math.max(...numbers);
    for (const bound of [most + 1, most + 90, 64]) {
      const bitmap = emptyBitmap(bound);
      addTo(bitmap, 5);
      addNumbers(encodeNumbers(rising(Uint32Array.from(numbers))), bitmap);
      const within = [5, ...numbers].filter((number) => number < bitmap.length * 32);
      const expected = [...new Set(within)].toSorted((a, b) => b - a);
      expect(takeBelow(bitmap, bitmap.length * 32, 0, 10_000)).toEqual(expected);
    }
  },
);

test("consecutive traces take a bit each", () => {
  expect(
    encodeNumbers(Uint32Array.from({ length: 8_000 }, (_, n) => 50_000 + n)).length,
  ).toBeLessThan(1_010);
});

test("postings are returned by term, and searches read only their lists", () => {
  const postings = new Map([
    [70_000, [1, 2]],
    [3, [5]],
    [-2, [9]],
    [-2_000, lists[3]![1]],
  ]);
  const blob = postingsOf(postings).encode();
  const read = (wanted?: Set<number>) => {
    const found = new Map<number, number[]>();
    readPostings(
      blob,
      (term, number) => void found.set(term, [...(found.get(term) ?? []), number]),
      wanted,
    );
    return [...found];
  };
  expect(read()).toEqual([...postings].toSorted(([a], [b]) => a - b));
  expect(read(new Set([3, 4]))).toEqual([[3, [5]]]);
  expect(new Postings().encode()).toHaveLength(0);
});

test("memory is reused without earlier contents", () => {
  const postings = postingsOf(new Map([[1, Array.from({ length: 5_000 }, (_, n) => n)]]));
  const first = postings.encode();
  postings.clear();
  postings.add(2, 7);
  expect([...postings.lists()]).toEqual([[2, Uint32Array.of(7)]]);
  postings.add(1, 8);
  postings.add(2, 7);
  expect([...postings.lists()]).toEqual([
    [1, Uint32Array.of(8)],
    [2, Uint32Array.of(7)],
  ]);
  expect(first.length).toBeGreaterThan(600);
});

function postingsOf(lists: Map<number, number[]>): Postings {
  const postings = new Postings();
  for (const [term, numbers] of lists) for (const number of numbers) postings.add(term, number);
  return postings;
}
