import type { ProjectId } from "#server/domain/ids.ts";
import type { Run } from "#server/domain/rollup/cover.ts";
import { tierMs } from "#server/domain/rollup/tier.ts";
import type { Query } from "#server/storage/database.ts";
import { type CellFilter, type RollupRow, unknownName } from "#server/storage/rollups/totals.ts";
import { grainNumber } from "#server/storage/rollups/write.ts";
import { byDialect, raw, type Sql, sql } from "#server/storage/sql.ts";

/** Tables with rows by project, grain, bucket, and subject: an operation or a page. */
export const subjects = { rollups: "operation_id", vital_rollups: "page_id" } as const;
export type RollupTable = keyof typeof subjects;

/** Buckets per statement: a year's rows of 5,000 operations are never all in memory. */
const bucketsAtOnce = 32;

/** Includes releases only if needed: reading them doubles the cost. */
const columnsOf = (table: RollupTable, releases: boolean): Sql => {
  const byRelease = releases ? raw("r.by_release") : byDialect(raw("NULL"), raw("NULL::bytea"));
  return sql`r.at, r.${raw(subjects[table])} AS subject, r.cells, ${byRelease} AS "byRelease"`;
};

type Asked = {
  projectId: ProjectId;
  runs: Run[];
  /** Whether to separate releases. */ releases: boolean;
};

/** All subjects, in order of time. */
export async function eachRow(
  query: Query,
  table: RollupTable,
  { projectId, runs, releases }: Asked,
  each: (row: RollupRow) => void,
): Promise<void> {
  const select = sql`SELECT ${columnsOf(table, releases)} FROM ${raw(table)} r WHERE r.project_id = ${projectId}`;
  for (const { tier, from, until } of runs) {
    const stepMs = tierMs[tier] * bucketsAtOnce;
    for (let at = from; at < until; at += stepMs) {
      const rows = await query<RollupRow>(
        sql`${select} AND r.tier = ${grainNumber(tier)} AND r.at >= ${at} AND r.at < ${Math.min(until, at + stepMs)}
          ORDER BY r.at`,
      );
      for (const row of rows) each(row);
    }
  }
}

/** The buckets of a run, as a FROM item. */
const bucketsOf = ({ tier, from, until }: Run): Sql =>
  byDialect(
    sql`(WITH RECURSIVE bucket (at) AS (SELECT ${from} UNION ALL SELECT at + ${tierMs[tier]} FROM bucket WHERE at + ${tierMs[tier]} < ${until})
      SELECT at FROM bucket) AS bucket`,
    sql`generate_series(${from}::bigint, ${until}::bigint - 1, ${tierMs[tier]}::bigint) AS bucket(at)`,
  );

/**
 * One subject, in order of time. One seek per bucket, because others of the same time are in
 * between.
 */
export async function rowsOfOne(
  query: Query,
  subject: number,
  { projectId, runs, releases }: Asked,
): Promise<RollupRow[]> {
  const rows = await Promise.all(
    runs
      .filter(({ from, until }) => from < until)
      .map((run) =>
        query<RollupRow>(
          sql`SELECT ${columnsOf("rollups", releases)} FROM ${bucketsOf(run)} ${seeks} rollups r
            ON r.project_id = ${projectId} AND r.tier = ${grainNumber(run.tier)} AND r.at = bucket.at
              AND r.operation_id = ${subject} ORDER BY r.at`,
        ),
      ),
  );
  return rows.flat();
}

/** In SQLite, the buckets are always the outer loop, regardless of the planner. */
const seeks = byDialect(raw("CROSS JOIN"), raw("JOIN"));

type Named = {
  projectId: ProjectId;
  environment?: string | undefined;
  release?: string | undefined;
};

/** The filter's names as numbers of cells. */
export async function namedIn(
  query: Query,
  { projectId, environment, release }: Named,
): Promise<CellFilter> {
  const idOf = async (
    name: string | undefined,
    table: "environments" | "rollup_releases",
    column: Sql,
  ) => {
    if (name === undefined) return undefined;
    const select = sql`SELECT id FROM ${raw(table)} WHERE project_id = ${projectId} AND ${column} = ${name}`;
    const [row] = await query<{ id: number }>(select);
    return row?.id ?? unknownName;
  };
  return {
    environment: await idOf(environment, "environments", sql`name`),
    release: await idOf(release, "rollup_releases", sql`version`),
  };
}
