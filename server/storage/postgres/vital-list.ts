import { stepsOf } from "#server/domain/rollup/steps.ts";
import { cellsOf } from "#server/storage/layout/rollup-totals.ts";
import { vitalSeriesTotals, vitalTotals } from "#server/storage/layout/vital-totals.ts";
import type { RollupStore, VitalFilter } from "#server/storage/rollup-store.ts";
import type { Query } from "./database.ts";
import { eachRow, namedIn } from "./rollup-rows.ts";
import { readCover, tierStartsKept } from "./rollup-window.ts";

const pages = `SELECT id, route FROM vital_pages
  WHERE project_id = $1 AND ($2::text IS NULL OR service = $2) AND ($3::text IS NULL OR route = $3)`;

export function readVitals(query: Query): Pick<RollupStore, "vitals" | "vitalSeries"> {
  return {
    async vitals(filter) {
      const { projectId, release } = filter;
      const [routes, named, { runs }] = await Promise.all([
        pagesNamed(query, filter),
        namedIn(query, filter),
        readCover(query, filter),
      ]);
      const totals = vitalTotals(routes, cellsOf(named), filter.device);
      await eachRow(query, "vital_rollups", { projectId, runs, releases: release !== undefined }, totals.add);
      return totals.result();
    },

    async vitalSeries(filter, step) {
      const { projectId, release } = filter;
      const [routes, named, starts] = await Promise.all([
        pagesNamed(query, filter),
        namedIn(query, filter),
        tierStartsKept(query),
      ]);
      const steps = stepsOf(filter, step, starts);
      const totals = vitalSeriesTotals(routes, cellsOf(named), steps, filter);
      const asked = { projectId, runs: [steps.run], releases: release !== undefined };
      await eachRow(query, "vital_rollups", asked, totals.add);
      return totals.result();
    },
  };
}

/** The routes of the pages that a filter names, by their ids. */
async function pagesNamed(query: Query, { projectId, service, route }: VitalFilter): Promise<Map<number, string>> {
  const rows = await query<{ id: number; route: string }>(pages, projectId, service ?? null, route ?? null);
  return new Map(rows.map(({ id, route: name }) => [id, name]));
}
