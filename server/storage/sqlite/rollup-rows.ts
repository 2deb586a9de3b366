import type { DatabaseSync } from "node:sqlite";
import type { ProjectId } from "#server/domain/ids.ts";
import type { Run } from "#server/domain/rollup/cover.ts";
import { tierMs } from "#server/domain/rollup/tier.ts";
import { findEnvironment } from "./environments.ts";
import { type CellFilter, type RollupRow, unknownName } from "#server/storage/layout/rollup-totals.ts";
import { grainNumber } from "#server/storage/layout/rollup-write.ts";
import { type RollupTable, subjects } from "./rollup-tiers.ts";
import { prepare } from "./statement.ts";

/** Rows of runs. `releases` tells whether releases are to be told apart: reading them costs as much again. */
export type RollupRows = {
  /** All subjects, bucket by bucket: of 5,000 operations a year's rows are never in memory at once. */
  all(projectId: ProjectId, runs: Run[], releases?: boolean): Generator<RollupRow>;
  /** One subject: a seek a bucket, because others of the same time lie between. */
  one(projectId: ProjectId, subject: number, runs: Run[], releases?: boolean): RollupRow[];
};

export function rollupRows(reader: DatabaseSync, table: RollupTable): RollupRows {
  const [whole, split] = [selects(reader, table, "NULL"), selects(reader, table, "r.by_release")];
  return {
    *all(projectId, runs, releases = false) {
      const { bucket } = releases ? split : whole;
      for (const { tier, from, until } of runs) {
        for (let at = from; at < until; at += tierMs[tier]) yield* bucket.all(projectId, grainNumber(tier), at);
      }
    },
    one(projectId, subject, runs, releases = false) {
      const { seeks } = releases ? split : whole;
      return runs.flatMap(({ tier, from, until }) =>
        seeks.all(projectId, grainNumber(tier), from, until, tierMs[tier], subject),
      );
    },
  };
}

function selects(reader: DatabaseSync, table: RollupTable, byRelease: string) {
  const subject = `r.${subjects[table]}`;
  const columns = `r.at, ${subject} AS subject, r.cells, ${byRelease} AS byRelease`;
  return {
    bucket: prepare<RollupRow>(
      reader,
      `SELECT ${columns} FROM ${table} r WHERE project_id = ? AND tier = ? AND at = ?`,
    ),
    seeks: prepare<RollupRow>(
      reader,
      `WITH RECURSIVE bucket (at) AS (
         SELECT ?3 WHERE ?3 < ?4 UNION ALL SELECT at + ?5 FROM bucket WHERE at + ?5 < ?4)
       SELECT ${columns} FROM bucket CROSS JOIN ${table} r
         ON r.project_id = ?1 AND r.tier = ?2 AND r.at = bucket.at AND ${subject} = ?6`,
    ),
  };
}

type Named = { projectId: ProjectId; environment?: string | undefined; release?: string | undefined };

/** What a filter names, as the numbers that cells carry. */
export function namedIn(reader: DatabaseSync): (filter: Named) => CellFilter {
  const environmentId = findEnvironment(reader);
  const releaseId = prepare<{ id: number }>(
    reader,
    "SELECT id FROM rollup_releases WHERE project_id = ? AND version = ?",
  );
  return ({ projectId, environment, release }) => ({
    environment: environment === undefined ? undefined : (environmentId(projectId, environment) ?? unknownName),
    release: release === undefined ? undefined : (releaseId.get(projectId, release)?.id ?? unknownName),
  });
}
