import type { DamagedPages } from "./damaged-pages.ts";
import { varint } from "./record.ts";

/** Position of a row's cell: `page × 65,536 + offset`, because a file has millions. */
export type CellPlace = number;

type Cell = { place: CellPlace; rowid: number };

const placesPerPage = 65_536;

export const tableLeaf = 0x0d;
export const tableInterior = 0x05;
export const indexLeaf = 0x0a;
export const indexInterior = 0x02;

/** The first 100 bytes of page 1 are the file's header. */
const startOf = (number: number) => (number === 1 ? 100 : 0);

export const kindOf = (page: Buffer, number: number): number => page[startOf(number)]!;

/** Offsets of a page's cells; none if they can't be valid. */
function cellOffsets(page: Buffer, number: number): number[] {
  const start = startOf(number);
  const count = page.readUInt16BE(start + 3);
  const first = start + (isInterior(kindOf(page, number)) ? 12 : 8);
  if (first + 2 * count > page.length) return [];
  const offsets = Array.from({ length: count }, (_, at) => page.readUInt16BE(first + 2 * at));
  return offsets.filter((offset) => offset >= first + 2 * count && offset < page.length - 3);
}

const isInterior = (kind: number) => kind === tableInterior || kind === indexInterior;

export function childrenOf(page: Buffer, number: number): number[] {
  const offsets = cellOffsets(page, number);
  return [
    ...offsets.map((offset) => page.readUInt32BE(offset)),
    page.readUInt32BE(startOf(number) + 8),
  ];
}

/** IDs and positions of rows in a table leaf. */
export function rowsOf(page: Buffer, number: number): Cell[] {
  return cellOffsets(page, number).map((offset) => {
    const [, afterBytes] = varint(page, offset);
    return { place: number * placesPerPage + offset, rowid: varint(page, afterBytes)[0] };
  });
}

export const keysOf = (page: Buffer, number: number): CellPlace[] =>
  cellOffsets(page, number).map((offset) => number * placesPerPage + offset);

/** The payload of a cell, including overflow pages. Ends early if one is missing. */
export function payloadAt(pages: DamagedPages, place: CellPlace): Buffer {
  const number = Math.floor(place / placesPerPage);
  const page = pages.page(number);
  if (!page) return Buffer.alloc(0);
  const kind = kindOf(page, number);
  let at = (place % placesPerPage) + (isInterior(kind) ? 4 : 0);
  const [bytes, afterBytes] = varint(page, at);
  at = kind === tableLeaf ? varint(page, afterBytes)[1] : afterBytes;
  if (bytes > pages.count * pages.usable) return Buffer.alloc(0);
  const local = localBytes(bytes, pages.usable, kind === tableLeaf);
  // The buffer is reused for the next page.
  const pieces: Buffer[] = [Buffer.from(page.subarray(at, at + local))];
  if (local < bytes && at + local + 4 <= page.length)
    pieces.push(...overflow(pages, page.readUInt32BE(at + local), bytes - local));
  return Buffer.concat(pieces);
}

/** https://sqlite.org/fileformat2.html#b_tree_pages */
function localBytes(bytes: number, usable: number, isTableLeaf: boolean): number {
  const most = isTableLeaf ? usable - 35 : Math.floor(((usable - 12) * 64) / 255) - 23;
  if (bytes <= most) return bytes;
  const least = Math.floor(((usable - 12) * 32) / 255) - 23;
  const fitting = least + ((bytes - least) % (usable - 4));
  return fitting <= most ? fitting : least;
}

function* overflow(pages: DamagedPages, first: number, bytes: number): Generator<Buffer> {
  for (let [next, left] = [first, bytes]; left > 0 && next > 1 && next <= pages.count;) {
    const page = pages.page(next);
    if (!page) return;
    next = page.readUInt32BE(0);
    // Each but the last names the next. One that names none was overwritten.
    if (left > pages.usable - 4 && (next < 2 || next > pages.count)) return;
    yield Buffer.from(page.subarray(4, 4 + left));
    left -= pages.usable - 4;
  }
}
