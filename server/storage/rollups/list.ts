import { stepsOf } from "#server/domain/rollup/steps.ts";
import {
  cellsOf,
  operationCounts,
  operationTotals,
  totalSeriesOf,
} from "#server/storage/rollups/totals.ts";
import type { RollupStore } from "#server/storage/rollups/rollup-store.ts";
import type { Query } from "#server/storage/database.ts";
import { operationsNamed } from "./operations.ts";
import { eachRow, namedIn } from "./rows.ts";
import { readCover, tierStartsKept } from "./window.ts";

/** Columns read of every operation in a window. */
export function readAllOperations(
  query: Query,
): Pick<RollupStore, "operations" | "operationsOfEach" | "counts" | "totalSeries"> {
  return {
    async operations(filter) {
      const { projectId, release } = filter;
      const [operations, named, { runs }] = await Promise.all([
        operationsNamed(query, filter),
        namedIn(query, filter),
        readCover(query, filter),
      ]);
      const totals = operationTotals(operations, cellsOf(named));
      await eachRow(
        query,
        "rollups",
        { projectId, runs, releases: release !== undefined },
        totals.add,
      );
      return totals.result();
    },

    async operationsOfEach(filter, releases) {
      const [first] = releases;
      if (first === undefined) return [];
      const [operations, names, { runs }] = await Promise.all([
        operationsNamed(query, filter),
        Promise.all(releases.map((release) => namedIn(query, { ...filter, release }))),
        readCover(query, { ...filter, release: first }),
      ]);
      const each = names.map((named) => operationTotals(operations, cellsOf(named)));
      await eachRow(
        query,
        "rollups",
        { projectId: filter.projectId, runs, releases: true },
        (row) => {
          for (const totals of each) totals.add(row);
        },
      );
      return each.map((totals) => totals.result());
    },

    async counts(filter, step, counted) {
      const { projectId, release } = filter;
      const [operations, named, starts] = await Promise.all([
        operationsNamed(query, filter),
        namedIn(query, filter),
        tierStartsKept(query),
      ]);
      const steps = stepsOf(filter, step, starts);
      const counts = operationCounts(operations, cellsOf(named), steps, counted);
      await eachRow(
        query,
        "rollups",
        { projectId, runs: [steps.run], releases: release !== undefined },
        counts.add,
      );
      return counts.result();
    },

    async totalSeries(filter, step) {
      const { projectId, release } = filter;
      const [operations, named, starts] = await Promise.all([
        operationsNamed(query, filter),
        namedIn(query, filter),
        tierStartsKept(query),
      ]);
      const steps = stepsOf(filter, step, starts);
      const totals = totalSeriesOf(operations, cellsOf(named), steps);
      await eachRow(
        query,
        "rollups",
        { projectId, runs: [steps.run], releases: release !== undefined },
        totals.add,
      );
      return totals.result();
    },
  };
}
