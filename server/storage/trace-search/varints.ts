/** Whole numbers from 0 to 2^32 − 1 in one to five bytes, seven bits each, lowest first. */
export function writeVarint(target: Uint8Array, at: number, value: number): number {
  let rest = value;
  let end = at;
  for (; rest > 127; rest >>>= 7) target[end++] = (rest & 127) | 128;
  target[end++] = rest;
  return end;
}

/** Maximum number of bytes. */
export const longestVarint = 5;

/**
 * The reading position. One object per blob: returning two values would cost an allocation per
 * number.
 */
type ReadingAt = { bytes: Uint8Array; at: number };

export function readVarint(reading: ReadingAt): number {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = reading.bytes[reading.at++]!;
    value |= (byte & 127) << shift;
    if (byte < 128) return value >>> 0;
  }
}

/**
 * Interleaves negative and positive numbers, so that small ones of either sign are short: −2^31 to
 * 2^31 − 1.
 */
export const zigzag = (value: number): number => ((value << 1) ^ (value >> 31)) >>> 0;
export const unzigzag = (value: number): number => (value >>> 1) ^ -(value & 1);
