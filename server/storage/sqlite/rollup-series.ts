import type { DatabaseSync } from "node:sqlite";
import { stepsOf } from "#server/domain/rollup/steps.ts";
import { cellsOf, seriesTotals } from "#server/storage/layout/rollup-totals.ts";
import type { RollupStore } from "#server/storage/rollup-store.ts";
import { mergeByRelease } from "./rollup-releases.ts";
import { namedIn, rollupRows } from "./rollup-rows.ts";
import { readCover, readTierStarts } from "./rollup-window.ts";

/** One operation over time and by release. */
export function readSeries(reader: DatabaseSync): Pick<RollupStore, "series" | "byRelease"> {
  const coverOf = readCover(reader);
  const starts = readTierStarts(reader);
  const rows = rollupRows(reader, "rollups");
  const named = namedIn(reader);
  const mergedByRelease = mergeByRelease(reader);

  return {
    async series(filter, step) {
      const steps = stepsOf(filter, step, starts());
      const totals = seriesTotals(cellsOf(named(filter)), steps);
      const found = rows.one(filter.projectId, filter.operationId, [steps.run], filter.release !== undefined);
      for (const row of found) totals.add(row);
      return totals.result();
    },

    async byRelease(filter) {
      const found = rows.one(filter.projectId, filter.operationId, coverOf(filter, "day").runs, true);
      const releases = mergedByRelease(filter, found);
      return releases.filter((each) => (filter.release ?? each.release) === each.release);
    },
  };
}
