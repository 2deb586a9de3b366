import type { DatabaseSync } from "node:sqlite";
import { mergeWrittenRollup, writtenCount } from "#server/domain/rollup/rollup-bytes.ts";
import { emptyRollup, type Rollup } from "#server/domain/rollup/rollup.ts";
import { stepsOf } from "#server/domain/rollup/steps.ts";
import type { RollupStore } from "#server/storage/rollup-store.ts";
import { operationsNamed } from "./rollup-operations.ts";
import { cellsNamed, rollupRows } from "./rollup-rows.ts";
import { readCover, readTierStarts } from "./rollup-window.ts";

/** What is read of every operation of a window. */
export function readAllOperations(reader: DatabaseSync): Pick<RollupStore, "operations" | "counts"> {
  const coverOf = readCover(reader);
  const starts = readTierStarts(reader);
  const operationsOf = operationsNamed(reader);
  const rows = rollupRows(reader, "rollups");
  const cellsOf = cellsNamed(reader);

  return {
    async operations(filter) {
      const operations = operationsOf(filter);
      const eachCell = cellsOf(filter);
      const merged = new Map<number, Rollup>();
      for (const row of rows.all(filter.projectId, coverOf(filter).runs, filter.release !== undefined)) {
        if (!operations.has(row.subject)) continue;
        eachCell(row, (cell) => {
          let total = merged.get(row.subject);
          if (!total) merged.set(row.subject, (total = emptyRollup()));
          mergeWrittenRollup(total, cell.rollup);
        });
      }
      return [...merged].map(([id, rollup]) => ({ operation: operations.get(id)!, rollup }));
    },

    async counts(filter, step) {
      const operations = operationsOf(filter);
      const eachCell = cellsOf(filter);
      const { run, stepMs, times } = stepsOf(filter, step, starts());
      const counts = new Map<number, number[]>();
      for (const row of rows.all(filter.projectId, [run], filter.release !== undefined)) {
        if (!operations.has(row.subject)) continue;
        eachCell(row, (cell) => {
          let steps = counts.get(row.subject);
          if (!steps) counts.set(row.subject, (steps = times.map(() => 0)));
          steps[Math.floor((row.at - run.from) / stepMs)]! += writtenCount(cell.rollup);
        });
      }
      return counts;
    },
  };
}
