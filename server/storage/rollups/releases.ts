import { otherName } from "#server/storage/rollups/names.ts";
import { releaseTotals } from "#server/storage/rollups/totals.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import type {
  ReleaseRollup,
  RollupFilter,
  RollupStore,
} from "#server/storage/rollups/rollup-store.ts";
import type { Query } from "#server/storage/database.ts";
import { isAnyOf, sql } from "#server/storage/sql.ts";
import { operationsNamed } from "./operations.ts";
import { eachRow, namedIn } from "./rows.ts";
import { readCover } from "./window.ts";

type Totals = ReturnType<typeof releaseTotals>;

/** Rows merged by release, last seen first. `fill` adds them in order of time. */
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
    const [operations, { runs }] = await Promise.all([
      operationsNamed(query, filter),
      readCover(query, filter, "day"),
    ]);
    return mergedByRelease(query, filter, (totals) =>
      eachRow(query, "rollups", { projectId, runs, releases: true }, (row) => {
        if (operations.has(row.subject)) totals.add(row);
      }),
    );
  };
}

/** Versions by row of the release. */
async function releaseVersions(
  query: Query,
  projectId: ProjectId,
  ids: number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const select = sql`SELECT id, version FROM rollup_releases WHERE project_id = ${projectId} AND ${isAnyOf(sql`id`, ids)}`;
  return new Map(
    (await query<{ id: number; version: string }>(select)).map(({ id, version }) => [id, version]),
  );
}
