import type { ProjectId } from "#server/domain/ids.ts";
import type { Run } from "#server/domain/rollup/cover.ts";
import { tierMs } from "#server/domain/rollup/tier.ts";
import { type CellFilter, type RollupRow, unknownName } from "#server/storage/layout/rollup-totals.ts";
import { grainNumber } from "#server/storage/layout/rollup-write.ts";
import type { Query } from "./database.ts";
import { findEnvironment } from "./environments.ts";
import { type RollupTable, subjects } from "./rollup-tiers.ts";

/** Buckets a statement: of 5,000 operations a year's rows are never in memory at once. */
const bucketsAtOnce = 32;

/** Releases told apart: reading them costs as much again. */
const columnsOf = (table: RollupTable, releases: boolean) =>
  `r.at, r.${subjects[table]} AS subject, r.cells, ${releases ? "r.by_release" : "NULL::bytea"} AS "byRelease"`;

const selectAll = (table: RollupTable, releases: boolean) =>
  `SELECT ${columnsOf(table, releases)} FROM ${table} r
   WHERE r.project_id = $1 AND r.tier = $2 AND r.at >= $3 AND r.at < $4 ORDER BY r.at`;
// A seek a bucket, because others of the same time lie between.
const selectOne = (table: RollupTable, releases: boolean) =>
  `SELECT ${columnsOf(table, releases)} FROM generate_series($3::bigint, $4::bigint - 1, $5::bigint) AS bucket(at)
   JOIN ${table} r ON r.project_id = $1 AND r.tier = $2 AND r.at = bucket.at AND r.${subjects[table]} = $6
   ORDER BY r.at`;

type Asked = { projectId: ProjectId; runs: Run[]; /** Whether releases are to be told apart. */ releases: boolean };

/** All subjects, in order of time. */
export async function eachRow(
  query: Query,
  table: RollupTable,
  { projectId, runs, releases }: Asked,
  each: (row: RollupRow) => void,
): Promise<void> {
  const statement = selectAll(table, releases);
  for (const { tier, from, until } of runs) {
    const stepMs = tierMs[tier] * bucketsAtOnce;
    for (let at = from; at < until; at += stepMs) {
      const bounds = [at, Math.min(until, at + stepMs)] as const;
      for (const row of await query<RollupRow>(statement, projectId, grainNumber(tier), ...bounds)) each(row);
    }
  }
}

/** One subject, in order of time. */
export async function rowsOfOne(
  query: Query,
  subject: number,
  { projectId, runs, releases }: Asked,
): Promise<RollupRow[]> {
  const statement = selectOne("rollups", releases);
  const rows = await Promise.all(
    runs.map(({ tier, from, until }) =>
      query<RollupRow>(statement, projectId, grainNumber(tier), from, until, tierMs[tier], subject),
    ),
  );
  return rows.flat();
}

type Named = { projectId: ProjectId; environment?: string | undefined; release?: string | undefined };

const selectRelease = "SELECT id FROM rollup_releases WHERE project_id = $1 AND version = $2";

/** What a filter names, as the numbers that cells carry. */
export async function namedIn(query: Query, { projectId, environment, release }: Named): Promise<CellFilter> {
  const found = release === undefined ? undefined : await query<{ id: number }>(selectRelease, projectId, release);
  return {
    environment:
      environment === undefined ? undefined : ((await findEnvironment(query, projectId, environment)) ?? unknownName),
    release: found && (found[0]?.id ?? unknownName),
  };
}
