import {
  type CellPlace,
  childrenOf,
  indexInterior,
  indexLeaf,
  keysOf,
  kindOf,
  payloadAt,
  rowsOf,
  tableInterior,
  tableLeaf,
} from "./cells.ts";
import type { DamagedPages } from "./damaged-pages.ts";
import { decodeRecord, type Value } from "./record.ts";

/** A row of a rowid table, or an entry of an index or WITHOUT ROWID table. */
export type FoundRow = {
  /** Undefined if pages between it and its table are damaged. */
  name: string | undefined;
  rowid: number | undefined;
  values: Value[];
};

/** Every row of every readable page, in any order; rows with a known table come first. */
export function* foundRows(pages: DamagedPages): Generator<FoundRow> {
  const kinds = new Uint8Array(pages.count + 1);
  const parents = new Uint32Array(pages.count + 1);
  for (let number = 1; number <= pages.count; number++) {
    const page = isFree(pages, number) ? undefined : pages.page(number);
    if (!page || !btreeKinds.has(kindOf(page, number))) continue;
    kinds[number] = kindOf(page, number);
    if (kinds[number] === tableLeaf || kinds[number] === indexLeaf) continue;
    for (const child of childrenOf(page, number))
      if (child > 1 && child <= pages.count) parents[child] = number;
  }
  const read = (place: CellPlace): Value[] | undefined => decodeRecord(payloadAt(pages, place));
  const names = rootNames();

  function rootNames(): Map<number, string> {
    const found = new Map<number, string>();
    for (let number = 1; number <= pages.count; number++) {
      if (kinds[number] !== tableLeaf || rootOf(number) !== 1) continue;
      for (const { place } of rowsOf(pages.page(number)!, number)) {
        const [type, name, , root] = read(place) ?? [];
        const isNamed = (type === "table" || type === "index") && typeof name === "string";
        if (isNamed && typeof root === "number") found.set(root, name);
      }
    }
    return found;
  }

  function rootOf(number: number): number {
    let root = number;
    // A damaged page may reference its own ancestor.
    for (let steps = 0; parents[root] !== 0 && steps < mostLevels; steps++) root = parents[root]!;
    return root;
  }

  function* rowsIn(number: number, name: string | undefined): Generator<FoundRow> {
    const page = pages.page(number)!;
    const isTable = kinds[number] === tableLeaf;
    const cells = isTable
      ? rowsOf(page, number)
      : keysOf(page, number).map((place) => ({ place, rowid: undefined }));
    for (const { place, rowid } of cells) {
      const values = read(place);
      if (values) yield { name, rowid, values };
    }
  }

  for (const areNamed of [true, false])
    for (let number = 2; number <= pages.count; number++) {
      if (kinds[number] === 0 || kinds[number] === tableInterior || rootOf(number) === 1) continue;
      const name = names.get(rootOf(number));
      if ((name !== undefined) === areNamed) yield* rowsIn(number, name);
    }
}

const btreeKinds: ReadonlySet<number> = new Set([
  tableLeaf,
  tableInterior,
  indexLeaf,
  indexInterior,
]);
const mostLevels = 30;
const entryBytes = 5;
const freePage = 2;

/**
 * Files with auto_vacuum list each page's type in separate pages. A free page still contains
 * deleted rows, which stay deleted.
 */
function isFree(pages: DamagedPages, number: number): boolean {
  const perMap = Math.floor(pages.usable / entryBytes);
  const map = Math.floor((number - 2) / (perMap + 1)) * (perMap + 1) + 2;
  if (number < 3 || map === number) return false;
  const page = pages.page(map);
  return page !== undefined && isMap(page) && page[entryBytes * (number - map - 1)] === freePage;
}

/** Only types 1 to 5: older files without auto_vacuum have a table there. */
const isMap = (page: Buffer) =>
  [0, 1, 2, 3].every((at) => page[at * entryBytes]! >= 1 && page[at * entryBytes]! <= 5);
