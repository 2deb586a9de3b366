import { ByteReader } from "#server/domain/sketch/byte-reader.ts";
import { ByteWriter } from "#server/domain/sketch/byte-writer.ts";

/**
 * A row holds one operation (or page) in one bucket: a cell per environment and part, which is the
 * vital and device for pages and 0 for operations. A cell consists of its three numbers, its
 * length, and its rollup.
 */
export type CellKey = { part: number; environment: number; release: number };

/** Walks the cells of a blob. */
export class CellReader {
  part = 0;
  environment = 0;
  release = 0;
  /** Positioned at the cell's rollup after `next`. The next cell is found from any position. */
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

  /** The encoded rollup of the cell. */
  bytes(): Uint8Array {
    return this.rollup.bytes.subarray(this.rollup.at, this.#end);
  }
}

/** Rewrites a cell's rollup from the old one, if it exists, and a batch's changes. */
export type WriteCell<Change> = (
  writer: ByteWriter,
  before: ByteReader | undefined,
  changes: Change[],
) => void;

/** Changes by the name of their cell, and the numbers written to it. */
export type CellChanges<Change> = Map<string, { key: CellKey; changes: Change[] }>;

/** Rewrites blobs of cells. Reuses its memory: a result is valid until the next use. */
export class CellWriter {
  readonly #cells = new ByteWriter();
  readonly #rollup = new ByteWriter();

  /** Applies `changes` to `before`; cells are identified by `nameOf`. */
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

  /** `before` followed by cells encoded elsewhere. */
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
