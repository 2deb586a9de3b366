import { ByteReader } from "#server/domain/sketch/byte-reader.ts";
import { ByteWriter } from "#server/domain/sketch/byte-writer.ts";

/**
 * A row holds what belongs to one operation (or one page) in one bucket: a cell for each
 * environment, and for each part of it: the vital and device of pages, 0 of operations. A cell is
 * written as its three numbers, its length, its rollup.
 */
export type CellKey = { part: number; environment: number; release: number };

/** Walks the cells of a blob. */
export class CellReader {
  part = 0;
  environment = 0;
  release = 0;
  /** Stands at the cell's rollup after `next`; wherever it is left, the next cell is found. */
  readonly rollup: ByteReader;
  #end = 0;

  constructor(cells: Uint8Array) {
    this.rollup = new ByteReader(cells);
  }

  next(): boolean {
    const { rollup } = this;
    rollup.at = this.#end;
    if (rollup.at >= rollup.bytes.length) return false;
    this.part = rollup.varint();
    this.environment = rollup.varint();
    this.release = rollup.varint();
    const length = rollup.varint();
    this.#end = rollup.at + length;
    return true;
  }

  /** The cell's rollup as it was written. */
  bytes(): Uint8Array {
    return this.rollup.bytes.subarray(this.rollup.at, this.#end);
  }
}

/**
 * Writes a cell's rollup again: what it was, where it was there, and what a batch changes in it.
 */
export type WriteCell<Change> = (
  writer: ByteWriter,
  before: ByteReader | undefined,
  changes: Change[],
) => void;

/** Changes by the name of the cell that takes them, and the numbers that are written to it. */
export type CellChanges<Change> = Map<string, { key: CellKey; changes: Change[] }>;

/**
 * Writes blobs of cells again. Keeps its memory; what it returns is valid until it is used again.
 */
export class CellWriter {
  readonly #cells = new ByteWriter();
  readonly #rollup = new ByteWriter();

  /** `before` with `changes` in it; cells are the same when `nameOf` says so. */
  merge<Change>(
    before: Uint8Array,
    changes: CellChanges<Change>,
    nameOf: (key: CellKey) => string,
    write: WriteCell<Change>,
  ): Uint8Array {
    this.#cells.clear();
    const waiting = new Map(changes);
    for (const cell = new CellReader(before); cell.next();) {
      const name = nameOf(cell);
      const mine = waiting.get(name);
      waiting.delete(name);
      if (mine) this.#write(mine.key, cell.rollup, mine.changes, write);
      else this.#append(cell, cell.bytes());
    }
    for (const mine of waiting.values()) this.#write(mine.key, undefined, mine.changes, write);
    return this.#cells.written();
  }

  /** `before` and behind it cells as they were written elsewhere. */
  join(before: Uint8Array, cells: { key: CellKey; rollup: Uint8Array }[]): Uint8Array {
    this.#cells.clear();
    this.#cells.append(before);
    for (const { key, rollup } of cells) this.#append(key, rollup);
    return this.#cells.written();
  }

  #write<Change>(
    key: CellKey,
    before: ByteReader | undefined,
    changes: Change[],
    write: WriteCell<Change>,
  ): void {
    this.#rollup.clear();
    write(this.#rollup, before, changes);
    this.#append(key, this.#rollup.written());
  }

  #append({ part, environment, release }: CellKey, rollup: Uint8Array): void {
    this.#cells.varint(part);
    this.#cells.varint(environment);
    this.#cells.varint(release);
    this.#cells.varint(rollup.length);
    this.#cells.append(rollup);
  }
}
