import { otherName } from "#server/storage/layout/rollup-names.ts";
import { releaseTotals } from "#server/storage/layout/rollup-totals.ts";
import type { ReleaseRollup, RollupFilter, RollupStore } from "#server/storage/rollup-store.ts";
import type { Query } from "./database.ts";
import { releaseVersions } from "./rollup-names.ts";
import { operationsNamed } from "./rollup-operations.ts";
import { eachRow, namedIn } from "./rollup-rows.ts";
import { readCover } from "./rollup-window.ts";

type Totals = ReturnType<typeof releaseTotals>;

/** Rows merged by release, the last seen first: `fill` adds them in order of time. */
export async function mergedByRelease(
  query: Query,
  { projectId, environment }: Pick<RollupFilter, "projectId" | "environment">,
  fill: (totals: Totals) => Promise<void>,
): Promise<ReleaseRollup[]> {
  const totals = releaseTotals((await namedIn(query, { projectId, environment })).environment);
  await fill(totals);
  const versions = await releaseVersions(query, projectId, totals.ids());
  return totals.result((id) => versions.get(id) ?? otherName);
}

export function readReleases(query: Query): RollupStore["releases"] {
  return async (filter) => {
    const { projectId } = filter;
    const [operations, { runs }] = await Promise.all([operationsNamed(query, filter), readCover(query, filter, "day")]);
    return mergedByRelease(query, filter, (totals) =>
      eachRow(query, "rollups", { projectId, runs, releases: true }, (row) => {
        if (operations.has(row.subject)) totals.add(row);
      }),
    );
  };
}
