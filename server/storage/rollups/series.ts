import { stepsOf } from "#server/domain/rollup/steps.ts";
import { cellsOf, seriesTotals } from "#server/storage/rollups/totals.ts";
import type { RollupStore } from "#server/storage/rollups/rollup-store.ts";
import type { Query } from "#server/storage/database.ts";
import { mergedByRelease } from "./releases.ts";
import { namedIn, rowsOfOne } from "./rows.ts";
import { readCover, tierStartsKept } from "./window.ts";

/** One operation over time and by release. */
export function readSeries(query: Query): Pick<RollupStore, "series" | "byRelease"> {
  return {
    async series(filter, step) {
      const { projectId, operationId, release } = filter;
      const [named, starts] = await Promise.all([namedIn(query, filter), tierStartsKept(query)]);
      const steps = stepsOf(filter, step, starts);
      const totals = seriesTotals(cellsOf(named), steps);
      const asked = { projectId, runs: [steps.run], releases: release !== undefined };
      for (const row of await rowsOfOne(query, operationId, asked)) totals.add(row);
      return totals.result();
    },

    async byRelease(filter) {
      const { projectId, operationId } = filter;
      // Coarser buckets inside would be cheaper, but a release's first and last one would be a day.
      const { unit: tier, since: from, until } = await readCover(query, filter);
      const runs = [{ tier, from, until }];
      const releases = await mergedByRelease(query, filter, async (totals) => {
        for (const row of await rowsOfOne(query, operationId, { projectId, runs, releases: true }))
          totals.add(row);
      });
      return releases.filter((each) => (filter.release ?? each.release) === each.release);
    },
  };
}
