import { Buffer } from "node:buffer";
import { filtered } from "#server/ingest/secret-value.ts";
import type { Ranges } from "./assemble.ts";

/**
 * Position of an attribute's `AnyValue` whose content is overwritten, and whether only on server
 * spans.
 */
export type Mask = { start: number; end: number; onServers: boolean };

/** Adds the masks of one span, in byte order. */
export function addMasks(ranges: Ranges, masks: Mask[], isServer: boolean): void {
  for (const { start, end, onServers } of masks)
    if (isServer || !onServers) ranges.push(start, end);
}

/**
 * Overwrites bytes copied to `at` from `ranges` of the source, at `masks` (positions in the source,
 * ascending).
 */
export function maskCopy(target: Buffer, at: number, ranges: Ranges, masks: Ranges): void {
  let next = 0;
  let position = at;
  for (let index = 0; index < ranges.length; index += 2) {
    const [start, end] = [ranges[index]!, ranges[index + 1]!];
    for (; next < masks.length && masks[next]! < end; next += 2) {
      overwrite(target, position + masks[next]! - start, masks[next + 1]! - masks[next]!);
    }
    position += end - start;
  }
}

const stringTag = 0x0a;

/**
 * Replaces the content of an `AnyValue` by a text of the same length, so that nothing moves. Short
 * values become asterisks.
 */
function overwrite(target: Buffer, start: number, byteLength: number): void {
  if (byteLength < 2) return;
  // A two-byte length where one byte isn't enough; 128 bytes and a tag leave only 127.
  const head = byteLength - 2 < 0x80 ? 2 : byteLength - 3 < 0x4000 ? 3 : 5;
  const length = byteLength - head;
  target[start] = stringTag;
  for (let index = 1, rest = length; index < head; index++, rest >>>= 7) {
    target[start + index] = (rest & 0x7f) | (index < head - 1 ? 0x80 : 0);
  }
  const isRoomy = length >= filtered.length;
  for (let index = 0; index < length; index++) {
    target[start + head + index] = isRoomy ? (filteredBytes[index] ?? blank) : asterisk;
  }
}

const filteredBytes = Buffer.from(filtered);
const blank = 0x20;
const asterisk = 0x2a;
