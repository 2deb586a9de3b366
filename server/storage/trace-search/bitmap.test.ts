import { expect, test } from "vitest";
import { addTo, combine, emptyBitmap, fullBitmap, has, takeBelow } from "./bitmap.ts";

const numbers = [0, 1, 30, 31, 32, 63, 64, 95, 99];

function bitmapOf(members: number[]) {
  const bitmap = emptyBitmap(100);
  for (const number of members) addTo(bitmap, number);
  return bitmap;
}

test("numbers are returned in descending order, between bounds, up to a limit", () => {
  const bitmap = bitmapOf(numbers);
  for (const below of [0, 1, 31, 32, 33, 64, 100, 4_096]) {
    for (const from of [0, 31, 64]) {
      for (const most of [1, 3, 100]) {
        const expected = numbers.filter((number) => number >= from && number < below).toReversed();
        expect(takeBelow(bitmap, below, from, most)).toEqual(expected.slice(0, most));
      }
    }
  }
});

test("numbers beyond the bound are absent", () => {
  expect(numbers.every((number) => has(bitmapOf(numbers), number))).toBe(true);
  expect([2, 29, 33, 5_000].some((number) => has(bitmapOf(numbers), number))).toBe(false);
});

test("two bitmaps are combined word by word", () => {
  const all = fullBitmap(100);
  combine(all, bitmapOf(numbers), (a, b) => a & ~b);
  expect(takeBelow(all, 100, 0, 100)).toEqual(
    Array.from({ length: 100 }, (_, n) => 99 - n).filter((number) => !numbers.includes(number)),
  );
});
