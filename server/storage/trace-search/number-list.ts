import { addTo, type Bitmap } from "./bitmap.ts";
import { longestVarint, readVarint, writeVarint } from "./varints.ts";

/**
 * An ascending list of running numbers in few bytes: their gaps, or if they are dense, one bit each
 * from the first on. The first byte is the type.
 */
const gaps = 0;
const bits = 1;

/**
 * Sorts in place, ascending, without duplicates. Numbers are almost in order: only late parts of
 * older traces are not.
 */
export function rising(list: Uint32Array): Uint32Array {
  if (isRising(list)) return list;
  list.sort();
  let length = 1;
  for (let at = 1; at < list.length; at++)
    if (list[at] !== list[length - 1]) list[length++] = list[at]!;
  return list.subarray(0, length);
}

function isRising(list: Uint32Array): boolean {
  for (let at = 1; at < list.length; at++) if (list[at]! <= list[at - 1]!) return false;
  return true;
}

/**
 * `numbers` are `rising`, at least one. Writes at `at`, where `listRoom` bytes suffice; returns the
 * end.
 */
export function writeNumbers(target: Uint8Array, at: number, numbers: Uint32Array): number {
  const bitBytes = Math.ceil((numbers.at(-1)! - numbers[0]! + 1) / 8);
  const asBits = bitBytes < numbers.length - 1;
  target[at] = asBits ? bits : gaps;
  const start = writeVarint(target, at + 1, numbers[0]!);
  return asBits ? writeBits(target, start, numbers, bitBytes) : writeGaps(target, start, numbers);
}

/** Bits are used only if they are shorter than a byte per number. */
export const listRoom = (numbers: ArrayLike<number>): number => 1 + longestVarint * numbers.length;

function writeGaps(target: Uint8Array, at: number, numbers: Uint32Array): number {
  let end = at;
  for (let n = 1; n < numbers.length; n++)
    end = writeVarint(target, end, numbers[n]! - numbers[n - 1]! - 1);
  return end;
}

function writeBits(target: Uint8Array, at: number, numbers: Uint32Array, bitBytes: number): number {
  target.fill(0, at, at + bitBytes);
  for (const number of numbers) {
    const bit = number - numbers[0]!;
    target[at + (bit >>> 3)]! |= 1 << (bit & 7);
  }
  return at + bitBytes;
}

/** Calls `each` with the list's numbers from `from` up to `to`, ascending. */
export function readNumbers(
  bytes: Uint8Array,
  from: number,
  to: number,
  each: (number: number) => void,
): void {
  const reading = { bytes, at: from + 1 };
  let number = readVarint(reading);
  if (bytes[from] === bits) return readBits(bytes, reading.at, to, number, each);
  each(number);
  while (reading.at < to) {
    number += readVarint(reading) + 1;
    each(number);
  }
}

/**
 * Adds a whole list to a bitmap, bits a byte at a time, which is most of the work of a search over
 * many traces.
 */
export function addNumbers(bytes: Uint8Array, bitmap: Bitmap): void {
  const reading = { bytes, at: 1 };
  let number = readVarint(reading);
  if (bytes[0] === bits) return addBits(bytes, reading.at, number, bitmap);
  addTo(bitmap, number);
  while (reading.at < bytes.length) addTo(bitmap, (number += readVarint(reading) + 1));
}

/** Numbers beyond the bitmap are dropped. */
function addBits(bytes: Uint8Array, from: number, first: number, bitmap: Bitmap): void {
  for (let at = from, bit = first; at < bytes.length; at++, bit += 8) {
    const byte = bytes[at]!;
    const shift = bit & 31;
    bitmap[bit >>> 5]! |= byte << shift;
    if (shift > 24) bitmap[(bit >>> 5) + 1]! |= byte >>> (32 - shift);
  }
}

function readBits(
  bytes: Uint8Array,
  from: number,
  to: number,
  first: number,
  each: (number: number) => void,
): void {
  for (let at = from; at < to; at++) {
    const base = first + (at - from) * 8;
    for (let byte = bytes[at]!; byte !== 0; byte &= byte - 1)
      each(base + 31 - Math.clz32(byte & -byte));
  }
}
