import type { DatabaseSync } from "node:sqlite";
import { mergeWrittenRollup } from "#server/domain/rollup/rollup-bytes.ts";
import { emptyRollup } from "#server/domain/rollup/rollup.ts";
import { stepsOf } from "#server/domain/rollup/steps.ts";
import type { RollupStore } from "#server/storage/rollup-store.ts";
import { mergeByRelease } from "./rollup-releases.ts";
import { cellsNamed, rollupRows } from "./rollup-rows.ts";
import { readCover, readTierStarts } from "./rollup-window.ts";

/** One operation over time and by release. */
export function readSeries(reader: DatabaseSync): Pick<RollupStore, "series" | "byRelease"> {
  const coverOf = readCover(reader);
  const starts = readTierStarts(reader);
  const rows = rollupRows(reader, "rollups");
  const cellsOf = cellsNamed(reader);
  const mergedByRelease = mergeByRelease(reader);

  return {
    async series(filter, step) {
      const { run, stepMs, times } = stepsOf(filter, step, starts());
      const eachCell = cellsOf(filter);
      const steps = times.map((at) => ({ at, rollup: emptyRollup() }));
      for (const row of rows.one(filter.projectId, filter.operationId, [run], filter.release !== undefined)) {
        const { rollup } = steps[Math.floor((row.at - run.from) / stepMs)]!;
        eachCell(row, (cell) => mergeWrittenRollup(rollup, cell.rollup));
      }
      return steps;
    },

    async byRelease(filter) {
      const found = rows.one(filter.projectId, filter.operationId, coverOf(filter, "day").runs, true);
      const releases = mergedByRelease(filter, found);
      return releases.filter((each) => (filter.release ?? each.release) === each.release);
    },
  };
}
