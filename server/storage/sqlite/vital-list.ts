import type { DatabaseSync } from "node:sqlite";
import { stepsOf } from "#server/domain/rollup/steps.ts";
import { emptyVitalRollup, mergeWrittenVitalRollup } from "#server/domain/vital/vital-rollup.ts";
import { deviceClasses, vitalNames } from "#server/domain/vital/vital.ts";
import type { RollupStore, VitalFilter } from "#server/storage/rollup-store.ts";
import { cellsNamed, rollupRows } from "./rollup-rows.ts";
import { readCover, readTierStarts } from "./rollup-window.ts";
import { prepare } from "./statement.ts";
import { deviceOf, vitalOf } from "./vital-changes.ts";

type VitalEntry = Awaited<ReturnType<RollupStore["vitals"]>>[number];

export function readVitals(reader: DatabaseSync): Pick<RollupStore, "vitals" | "vitalSeries"> {
  const coverOf = readCover(reader);
  const starts = readTierStarts(reader);
  const pagesOf = pagesNamed(reader);
  const rows = rollupRows(reader, "vital_rollups");
  const cellsOf = cellsNamed(reader);

  return {
    async vitals(filter) {
      const pages = pagesOf(filter);
      const eachCell = cellsOf(filter);
      const merged = new Map<string, VitalEntry>();
      for (const row of rows.all(filter.projectId, coverOf(filter).runs, filter.release !== undefined)) {
        const route = pages.get(row.subject);
        if (route === undefined) continue;
        eachCell(row, ({ part, rollup }) => {
          const device = deviceClasses[deviceOf(part)]!;
          if (filter.device !== undefined && device !== filter.device) return;
          const key = `${part}:${route}`;
          const entry = merged.get(key) ?? {
            route,
            device,
            vital: vitalNames[vitalOf(part)]!,
            rollup: emptyVitalRollup(),
          };
          merged.set(key, entry);
          mergeWrittenVitalRollup(entry.rollup, rollup);
        });
      }
      // What was taken back leaves an empty cell behind.
      return [...merged.values()].filter(({ rollup }) => rollup.values.count > 0);
    },

    async vitalSeries(filter, step) {
      const pages = pagesOf(filter);
      const eachCell = cellsOf(filter);
      const { run, stepMs, times } = stepsOf(filter, step, starts());
      const steps = times.map((at) => ({ at, rollup: emptyVitalRollup() }));
      for (const row of rows.all(filter.projectId, [run], filter.release !== undefined)) {
        if (!pages.has(row.subject)) continue;
        const total = steps[Math.floor((row.at - run.from) / stepMs)]!.rollup;
        eachCell(row, ({ part, rollup }) => {
          const isDevice = filter.device === undefined || deviceClasses[deviceOf(part)] === filter.device;
          if (isDevice && vitalNames[vitalOf(part)] === filter.vital) mergeWrittenVitalRollup(total, rollup);
        });
      }
      return steps;
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
