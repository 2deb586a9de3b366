import { type CellChanges, type CellKey, CellReader, CellWriter, type WriteCell } from "./cells.ts";

/**
 * `cells` has one per environment and part, with the release while all come from one. With several
 * releases, it says 0, and `byRelease` has a cell for each, so a query without releases merges no
 * more than before. (With 200 routes, a release per day, and one cell per release, 30 days took 35
 * ms to merge; with one row per cell, 65 ms.)
 */
export type StoredRow = { cells: Uint8Array; byRelease: Uint8Array | null };
export const severalReleases = 0;

/** Bounds the cost of invented names: above this many cells, new ones share one under "(other)". */
const mostCells = 400;
const otherName = 0;

const placeOf = ({ part, environment }: CellKey): string => `${part}:${environment}`;
const nameOf = ({ part, environment, release }: CellKey): string =>
  `${part}:${environment}:${release}`;

const nothing = new Uint8Array(0);

/** Rewrites rows. A result is valid until the next one. */
export class RowWriter<Change extends CellKey> {
  readonly #write: WriteCell<Change>;
  readonly #cells = new CellWriter();
  readonly #joined = new CellWriter();
  readonly #byRelease = new CellWriter();

  constructor(write: WriteCell<Change>) {
    this.#write = write;
  }

  merge(row: StoredRow | undefined, changes: Change[]): StoredRow {
    const { cells, byRelease } = row ?? { cells: nothing, byRelease: null };
    const before = releasesIn(cells);
    const placed = withRoom(changes, new Set(before.keys()), placeOf, "environment");
    const after = releasesAfter(before, placed);
    const mixed = placed.filter(
      (change) => after.get(placeOf(change)) === severalReleases && change.release !== 0,
    );
    const keyOf = (change: Change) => ({
      ...keyOfCell(change),
      release: after.get(placeOf(change))!,
    });
    return {
      cells: this.#cells.merge(cells, grouped(placed, placeOf, keyOf), placeOf, this.#write),
      byRelease:
        mixed.length === 0 ? byRelease : this.#split(cells, byRelease ?? nothing, before, mixed),
    };
  }

  /** Until now, the cell belonged to one release: that release's own cell starts with its data. */
  #split(
    cells: Uint8Array,
    byRelease: Uint8Array,
    before: Map<string, number>,
    mixed: Change[],
  ): Uint8Array {
    const places = new Set(mixed.map(placeOf));
    const first = [];
    for (const cell = new CellReader(cells); cell.next();) {
      const isNew = before.get(placeOf(cell)) !== severalReleases && places.has(placeOf(cell));
      if (isNew) first.push({ key: keyOfCell(cell), rollup: cell.bytes() });
    }
    const joined = this.#joined.join(byRelease, first);
    const placed = withRoom(mixed, namesIn(joined), nameOf, "release");
    return this.#byRelease.merge(joined, grouped(placed, nameOf, keyOfCell), nameOf, this.#write);
  }
}

const keyOfCell = ({ part, environment, release }: CellKey): CellKey => ({
  part,
  environment,
  release,
});

/** The release of each cell. */
function releasesIn(cells: Uint8Array): Map<string, number> {
  const releases = new Map<string, number>();
  for (const cell = new CellReader(cells); cell.next();) releases.set(placeOf(cell), cell.release);
  return releases;
}

function releasesAfter(before: Map<string, number>, changes: CellKey[]): Map<string, number> {
  const after = new Map(before);
  for (const change of changes) {
    const release = after.get(placeOf(change)) ?? change.release;
    after.set(placeOf(change), release === change.release ? release : severalReleases);
  }
  return after;
}

function namesIn(cells: Uint8Array): Set<string> {
  const names = new Set<string>();
  for (const cell = new CellReader(cells); cell.next();) names.add(nameOf(cell));
  return names;
}

/**
 * Changes with an existing cell or room for one; the others with `field` set to the shared name.
 */
function withRoom<Change extends CellKey>(
  changes: Change[],
  names: Set<string>,
  name: (key: CellKey) => string,
  field: "environment" | "release",
): Change[] {
  return changes.map((change) => {
    if (!names.has(name(change)) && names.size >= mostCells)
      return { ...change, [field]: otherName };
    names.add(name(change));
    return change;
  });
}

function grouped<Change extends CellKey>(
  changes: Change[],
  name: (key: CellKey) => string,
  keyOf: (change: Change) => CellKey,
): CellChanges<Change> {
  const groups: CellChanges<Change> = new Map();
  for (const [of, mine] of Map.groupBy(changes, name))
    groups.set(of, { key: keyOf(mine[0]!), changes: mine });
  return groups;
}
