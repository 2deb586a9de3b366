import { Buffer } from "node:buffer";
import { maskCopy } from "./masks.ts";

/** Ranges of the request, as pairs of start and end. */
export type Ranges = number[];

/** Adds a range, merged with the last one if adjacent. */
export function addRange(ranges: Ranges, start: number, end: number): void {
  if (ranges.length > 0 && ranges[ranges.length - 1] === start) ranges[ranges.length - 1] = end;
  else ranges.push(start, end);
}

/**
 * Fields of a `ResourceSpans` or `ScopeSpans` besides its list: resource or scope, and schema URL.
 * `added`: fields that the sender omitted; those of a resource are merged when it is read.
 */
export type Frame = { own: Ranges; added?: Uint8Array };

/** One trace's spans in one `ScopeSpans`. */
export type Piece = {
  resource: Frame;
  scope: Frame;
  spans: Ranges;
  /** Ranges within them, in order. */ masks: Ranges;
};

const resourceSpansTag = 0x0a;
const scopeSpansTag = 0x12;

/** Allocates this many bytes. */
export type MakeRoom = (byteLength: number) => Uint8Array;

export const newRoom: MakeRoom = (byteLength) => Buffer.allocUnsafeSlow(byteLength);

/**
 * One `TracesData` message per list of pieces. Every byte of a span is copied as received, except
 * masked ones. All are in one allocation: separate external allocations triggered garbage
 * collection (measured).
 */
export function assembleAll(
  source: Buffer,
  lists: Piece[][],
  room: MakeRoom = newRoom,
): Uint8Array[] {
  const messages = lists.map(byResource);
  const ends: number[] = [];
  let length = 0;
  for (const groups of messages) {
    for (const group of groups) length += sizeWithHead(resourceSize(group));
    ends.push(length);
  }
  const { buffer, byteOffset } = room(length);
  const target = Buffer.from(buffer, byteOffset, length);
  return messages.map((groups, index) => {
    const start = index === 0 ? 0 : ends[index - 1]!;
    let at = start;
    for (const group of groups) at = writeGroup(source, group, target, at);
    return new Uint8Array(buffer, byteOffset + start, at - start);
  });
}

function writeGroup(source: Buffer, group: Piece[], target: Buffer, from: number): number {
  let at = writeHead(target, from, resourceSpansTag, resourceSize(group));
  const { own, added } = group[0]!.resource;
  at = copy(source, own, target, at);
  if (added) {
    target.set(added, at);
    at += added.byteLength;
  }
  for (const piece of group) {
    at = writeHead(target, at, scopeSpansTag, scopeSize(piece));
    at = copy(source, piece.scope.own, target, at);
    const start = at;
    at = copy(source, piece.spans, target, at);
    if (piece.masks.length > 0) maskCopy(target, start, piece.spans, piece.masks);
  }
  return at;
}

/** Pieces of one resource together, in the order received. */
function byResource(pieces: Piece[]): Piece[][] {
  const groups: Piece[][] = [];
  for (const piece of pieces) {
    const last = groups.at(-1);
    if (last && last[0]!.resource === piece.resource) last.push(piece);
    else groups.push([piece]);
  }
  return groups;
}

function resourceSize(group: Piece[]): number {
  const { own, added } = group[0]!.resource;
  let size = lengthOf(own) + (added?.byteLength ?? 0);
  for (const piece of group) size += sizeWithHead(scopeSize(piece));
  return size;
}

const sizeWithHead = (size: number) => 1 + varintSize(size) + size;
const scopeSize = ({ scope, spans }: Piece) => lengthOf(scope.own) + lengthOf(spans);

function lengthOf(ranges: Ranges): number {
  let length = 0;
  for (let index = 0; index < ranges.length; index += 2)
    length += ranges[index + 1]! - ranges[index]!;
  return length;
}

const varintSize = (value: number) =>
  value < 0x80 ? 1 : value < 0x4000 ? 2 : value < 0x20_0000 ? 3 : 4;

function writeHead(target: Buffer, at: number, tag: number, size: number): number {
  let position = at;
  target[position++] = tag;
  let rest = size;
  for (; rest >= 0x80; rest >>>= 7) target[position++] = (rest & 0x7f) | 0x80;
  target[position++] = rest;
  return position;
}

function copy(source: Buffer, ranges: Ranges, target: Buffer, at: number): number {
  let position = at;
  for (let index = 0; index < ranges.length; index += 2)
    position += source.copy(target, position, ranges[index], ranges[index + 1]);
  return position;
}
