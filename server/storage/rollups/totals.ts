import {
  mergeWrittenRollup,
  writtenCount,
  writtenFailed,
} from "#server/domain/rollup/rollup-bytes.ts";
import { emptyRollup, type Rollup } from "#server/domain/rollup/rollup.ts";
import type { StoredOperation } from "#server/domain/rollup/operation.ts";
import type { Steps } from "#server/domain/rollup/steps.ts";
import type { CountedRuns, ReleaseRollup } from "#server/storage/rollups/rollup-store.ts";
import { CellReader } from "./cells.ts";
import { severalReleases, type StoredRow } from "./row.ts";

/** A stored row of one subject (operation or page) in one bucket. */
export type RollupRow = { at: number; subject: number } & StoredRow;

/** A filter's names as numbers of cells; undefined: any. */
export type CellFilter = { environment: number | undefined; release: number | undefined };

/** A name without any data. */
export const unknownName = -1;

type Each = (cell: CellReader) => void;
/** Calls `each` with the cells of a row that match a filter. */
export type EachCell = (row: StoredRow, each: Each) => void;

export function cellsOf({ environment, release }: CellFilter): EachCell {
  return ({ cells, byRelease }, each) => {
    for (const cell = new CellReader(cells); cell.next();) {
      if (environment !== undefined && cell.environment !== environment) continue;
      if (release === undefined || cell.release === release) each(cell);
    }
    if (release === undefined || byRelease === null) return;
    for (const cell = new CellReader(byRelease); cell.next();) {
      const isNamed = environment === undefined || cell.environment === environment;
      if (isNamed && cell.release === release) each(cell);
    }
  };
}

/** Each release's own cells of a row. */
function cellsByRelease(environment: number | undefined): EachCell {
  const eachNamed = cellsOf({ environment, release: undefined });
  return ({ cells, byRelease }, each) => {
    eachNamed({ cells, byRelease: null }, (cell) => cell.release !== severalReleases && each(cell));
    if (byRelease) eachNamed({ cells: byRelease, byRelease: null }, each);
  };
}

/** Rows merged by operation; rows of others are skipped. */
export function operationTotals(operations: Map<number, StoredOperation>, eachCell: EachCell) {
  const merged = new Map<number, Rollup>();
  return {
    add(row: RollupRow): void {
      if (!operations.has(row.subject)) return;
      eachCell(row, (cell) => {
        let total = merged.get(row.subject);
        if (!total) merged.set(row.subject, (total = emptyRollup()));
        mergeWrittenRollup(total, cell.rollup);
      });
    },
    result: () => [...merged].map(([id, rollup]) => ({ operation: operations.get(id)!, rollup })),
  };
}

const countIn = { all: writtenCount, failed: writtenFailed };

/** Number of runs or failures of each operation per step. */
export function operationCounts(
  operations: Map<number, StoredOperation>,
  eachCell: EachCell,
  steps: Steps,
  counted: CountedRuns = "all",
) {
  const written = countIn[counted];
  const counts = new Map<number, number[]>();
  return {
    add(row: RollupRow): void {
      if (!operations.has(row.subject)) return;
      eachCell(row, (cell) => {
        let mine = counts.get(row.subject);
        if (!mine) counts.set(row.subject, (mine = steps.times.map(() => 0)));
        mine[stepOf(row, steps)]! += written(cell.rollup);
      });
    },
    result: () =>
      [...counts].map(([id, each]) => ({ operation: operations.get(id)!, counts: each })),
  };
}

export const stepOf = ({ at }: RollupRow, { run, stepMs }: Steps): number =>
  Math.floor((at - run.from) / stepMs);

/** Rows merged by step. */
export function seriesTotals(eachCell: EachCell, steps: Steps) {
  const totals = steps.times.map((at) => ({ at, rollup: emptyRollup() }));
  return {
    add(row: RollupRow): void {
      const { rollup } = totals[stepOf(row, steps)]!;
      eachCell(row, (cell) => mergeWrittenRollup(rollup, cell.rollup));
    },
    result: () => totals,
  };
}

/** The same; rows of other operations are skipped. */
export function totalSeriesOf(
  operations: Map<number, StoredOperation>,
  eachCell: EachCell,
  steps: Steps,
) {
  const totals = seriesTotals(eachCell, steps);
  return {
    ...totals,
    add: (row: RollupRow): void => void (operations.has(row.subject) && totals.add(row)),
  };
}

/** Rows merged by release number; rows must be in order of time. */
export function releaseTotals(environment: number | undefined) {
  const eachCell = cellsByRelease(environment);
  const releases = new Map<number, Omit<ReleaseRollup, "release">>();
  return {
    add(row: RollupRow): void {
      eachCell(row, ({ release, rollup }) => {
        const total = releases.get(release) ?? {
          firstAt: row.at,
          lastAt: row.at,
          rollup: emptyRollup(),
        };
        releases.set(release, total);
        total.lastAt = row.at;
        mergeWrittenRollup(total.rollup, rollup);
      });
    },
    ids: () => [...releases.keys()],
    /** Last seen first. */
    result: (nameOf: (id: number) => string): ReleaseRollup[] =>
      [...releases]
        .map(([id, total]) => ({ release: nameOf(id), ...total }))
        .toSorted((a, b) => b.lastAt - a.lastAt || b.firstAt - a.firstAt),
  };
}
