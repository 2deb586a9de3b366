import { stepsOf } from "#server/domain/rollup/steps.ts";
import { cellsOf } from "#server/storage/rollups/totals.ts";
import { vitalSeriesTotals, vitalTotals } from "#server/storage/vitals/totals.ts";
import type { RollupStore, VitalFilter } from "#server/storage/rollups/rollup-store.ts";
import type { Query } from "#server/storage/database.ts";
import { eachRow, namedIn } from "#server/storage/rollups/rows.ts";
import { allOf, ifGiven, sql } from "#server/storage/sql.ts";
import { readCover, tierStartsKept } from "#server/storage/rollups/window.ts";

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
      await eachRow(
        query,
        "vital_rollups",
        { projectId, runs, releases: release !== undefined },
        totals.add,
      );
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

/** Routes of the pages in a filter, by ID. */
async function pagesNamed(
  query: Query,
  { projectId, service, route }: VitalFilter,
): Promise<Map<number, string>> {
  const conditions = [
    ifGiven(service, (name) => sql`service = ${name}`),
    ifGiven(route, (name) => sql`route = ${name}`),
  ];
  const rows = await query<{ id: number; route: string }>(
    sql`SELECT id, route FROM vital_pages WHERE project_id = ${projectId} AND ${allOf(conditions)}`,
  );
  return new Map(rows.map(({ id, route: name }) => [id, name]));
}
