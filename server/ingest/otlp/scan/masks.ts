import { Buffer } from "node:buffer";
import { filtered } from "#server/ingest/secret-value.ts";
import type { Ranges } from "./assemble.ts";

/**
 * Where an attribute's `AnyValue` stands whose content is to be overwritten, and whether only on a
 * server's span.
 */
export type Mask = { start: number; end: number; onServers: boolean };

/** Adds the masks of one span, in the order of its bytes. */
export function addMasks(ranges: Ranges, masks: Mask[], isServer: boolean): void {
  for (const { start, end, onServers } of masks)
    if (isServer || !onServers) ranges.push(start, end);
}

/**
 * Overwrites what was copied to `at` from `ranges` of the source, where `masks` (of the source,
 * ascending) say so.
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
 * Makes the content of an `AnyValue` a text of just as many bytes, whatever it was: nothing around
 * it moves, no length changes. Short values become asterisks.
 */
function overwrite(target: Buffer, start: number, byteLength: number): void {
  if (byteLength < 2) return;
  // A length of two bytes where one does not do; 128 bytes and a tag leave room for 127 only.
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
