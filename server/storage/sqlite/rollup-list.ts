import type { DatabaseSync } from "node:sqlite";
import { stepsOf } from "#server/domain/rollup/steps.ts";
import { cellsOf, operationCounts, operationTotals, totalSeriesOf } from "#server/storage/layout/rollup-totals.ts";
import type { RollupStore } from "#server/storage/rollup-store.ts";
import { operationsNamed } from "./rollup-operations.ts";
import { namedIn, rollupRows } from "./rollup-rows.ts";
import { readCover, readTierStarts } from "./rollup-window.ts";

/** What is read of every operation of a window. */
export function readAllOperations(
  reader: DatabaseSync,
): Pick<RollupStore, "operations" | "operationsOfEach" | "counts" | "totalSeries"> {
  const coverOf = readCover(reader);
  const starts = readTierStarts(reader);
  const operationsOf = operationsNamed(reader);
  const rows = rollupRows(reader, "rollups");
  const named = namedIn(reader);

  return {
    async operations(filter) {
      const totals = operationTotals(operationsOf(filter), cellsOf(named(filter)));
      const { runs } = coverOf(filter);
      for (const row of rows.all(filter.projectId, runs, filter.release !== undefined)) totals.add(row);
      return totals.result();
    },

    async operationsOfEach(filter, releases) {
      const [first] = releases;
      if (first === undefined) return [];
      const operations = operationsOf(filter);
      const each = releases.map((release) => operationTotals(operations, cellsOf(named({ ...filter, release }))));
      const { runs } = coverOf({ ...filter, release: first });
      for (const row of rows.all(filter.projectId, runs, true)) for (const totals of each) totals.add(row);
      return each.map((totals) => totals.result());
    },

    async counts(filter, step, counted) {
      const steps = stepsOf(filter, step, starts());
      const counts = operationCounts(operationsOf(filter), cellsOf(named(filter)), steps, counted);
      for (const row of rows.all(filter.projectId, [steps.run], filter.release !== undefined)) counts.add(row);
      return counts.result();
    },

    async totalSeries(filter, step) {
      const steps = stepsOf(filter, step, starts());
      const totals = totalSeriesOf(operationsOf(filter), cellsOf(named(filter)), steps);
      for (const row of rows.all(filter.projectId, [steps.run], filter.release !== undefined)) totals.add(row);
      return totals.result();
    },
  };
}
