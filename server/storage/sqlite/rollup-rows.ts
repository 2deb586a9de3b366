import type { DatabaseSync } from "node:sqlite";
import type { ProjectId } from "#server/domain/ids.ts";
import type { Run } from "#server/domain/rollup/cover.ts";
import { tierMs } from "#server/domain/rollup/tier.ts";
import { findEnvironment } from "./environments.ts";
import { CellReader } from "#server/storage/layout/rollup-cells.ts";
import { severalReleases, type StoredRow } from "#server/storage/layout/rollup-row.ts";
import { grainNumber, type RollupTable, subjects } from "./rollup-tiers.ts";
import { prepare } from "./statement.ts";

export type Row = { at: number; subject: number } & StoredRow;

/** Rows of runs. `releases` tells whether releases are to be told apart: reading them costs as much again. */
export type RollupRows = {
  /** All subjects, bucket by bucket: of 5,000 operations a year's rows are never in memory at once. */
  all(projectId: ProjectId, runs: Run[], releases?: boolean): Generator<Row>;
  /** One subject: a seek a bucket, because others of the same time lie between. */
  one(projectId: ProjectId, subject: number, runs: Run[], releases?: boolean): Row[];
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
    bucket: prepare<Row>(reader, `SELECT ${columns} FROM ${table} r WHERE project_id = ? AND tier = ? AND at = ?`),
    seeks: prepare<Row>(
      reader,
      `WITH RECURSIVE bucket (at) AS (
         SELECT ?3 WHERE ?3 < ?4 UNION ALL SELECT at + ?5 FROM bucket WHERE at + ?5 < ?4)
       SELECT ${columns} FROM bucket CROSS JOIN ${table} r
         ON r.project_id = ?1 AND r.tier = ?2 AND r.at = bucket.at AND ${subject} = ?6`,
    ),
  };
}

type Named = { projectId: ProjectId; environment?: string | undefined; release?: string | undefined };

/** Calls `each` with the cells of a row that a filter lets through: those of its environment, of its release. */
export type EachCell = (row: StoredRow, each: (cell: CellReader) => void) => void;

export function cellsNamed(reader: DatabaseSync): (filter: Named) => EachCell {
  const environmentId = findEnvironment(reader);
  const releaseId = prepare<{ id: number }>(
    reader,
    "SELECT id FROM rollup_releases WHERE project_id = ? AND version = ?",
  );
  const unknown = -1;
  return ({ projectId, environment, release }) => {
    const inEnvironment = environment === undefined ? undefined : (environmentId(projectId, environment) ?? unknown);
    const ofRelease = release === undefined ? undefined : (releaseId.get(projectId, release)?.id ?? unknown);
    return ({ cells, byRelease }, each) => {
      for (const cell = new CellReader(cells); cell.next();) {
        if (inEnvironment !== undefined && cell.environment !== inEnvironment) continue;
        if (ofRelease === undefined || cell.release === ofRelease) each(cell);
      }
      if (ofRelease === undefined || byRelease === null) return;
      for (const cell = new CellReader(byRelease); cell.next();) {
        const isNamed = inEnvironment === undefined || cell.environment === inEnvironment;
        if (isNamed && cell.release === ofRelease) each(cell);
      }
    };
  };
}

/** Each release's own cells of a row, in the environment that a filter names. */
export function cellsByRelease(reader: DatabaseSync): (filter: Omit<Named, "release">) => EachCell {
  const named = cellsNamed(reader);
  return ({ projectId, environment }) => {
    const eachNamed = named({ projectId, environment });
    return ({ cells, byRelease }, each) => {
      eachNamed({ cells, byRelease: null }, (cell) => cell.release !== severalReleases && each(cell));
      if (byRelease) eachNamed({ cells: byRelease, byRelease: null }, each);
    };
  };
}
