import type { DatabaseSync } from "node:sqlite";
import { stepsOf } from "#server/domain/rollup/steps.ts";
import { cellsOf } from "#server/storage/layout/rollup-totals.ts";
import { vitalSeriesTotals, vitalTotals } from "#server/storage/layout/vital-totals.ts";
import type { RollupStore, VitalFilter } from "#server/storage/rollup-store.ts";
import { namedIn, rollupRows } from "./rollup-rows.ts";
import { readCover, readTierStarts } from "./rollup-window.ts";
import { prepare } from "./statement.ts";

export function readVitals(reader: DatabaseSync): Pick<RollupStore, "vitals" | "vitalSeries"> {
  const coverOf = readCover(reader);
  const starts = readTierStarts(reader);
  const pagesOf = pagesNamed(reader);
  const rows = rollupRows(reader, "vital_rollups");
  const named = namedIn(reader);

  return {
    async vitals(filter) {
      const totals = vitalTotals(pagesOf(filter), cellsOf(named(filter)), filter.device);
      const { runs } = coverOf(filter);
      for (const row of rows.all(filter.projectId, runs, filter.release !== undefined)) totals.add(row);
      return totals.result();
    },

    async vitalSeries(filter, step) {
      const steps = stepsOf(filter, step, starts());
      const totals = vitalSeriesTotals(pagesOf(filter), cellsOf(named(filter)), steps, filter);
      for (const row of rows.all(filter.projectId, [steps.run], filter.release !== undefined)) totals.add(row);
      return totals.result();
    },
  };
}

/** The routes of the pages that a filter names, by their ids. */
function pagesNamed(reader: DatabaseSync): (filter: VitalFilter) => Map<number, string> {
  const select = prepare<{ id: number; route: string }>(
    reader,
    `SELECT id, route FROM vital_pages
     WHERE project_id = ?1 AND (?2 IS NULL OR service = ?2) AND (?3 IS NULL OR route = ?3)`,
  );
  return ({ projectId, service = null, route = null }) =>
    new Map(select.all(projectId, service, route).map(({ id, route: name }) => [id, name]));
}
