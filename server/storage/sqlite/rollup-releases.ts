import type { DatabaseSync } from "node:sqlite";
import { releaseTotals, type RollupRow } from "#server/storage/layout/rollup-totals.ts";
import type { ReleaseRollup, RollupFilter, RollupStore } from "#server/storage/rollup-store.ts";
import { releaseNames } from "./rollup-names.ts";
import { operationsNamed } from "./rollup-operations.ts";
import { namedIn, rollupRows } from "./rollup-rows.ts";
import { readCover } from "./rollup-window.ts";

/** Rows merged by release, the last seen first. Rows must come in order of time. */
export function mergeByRelease(reader: DatabaseSync) {
  const named = namedIn(reader);
  const releaseName = releaseNames(reader);
  return (
    { projectId, environment }: Pick<RollupFilter, "projectId" | "environment">,
    rows: Iterable<RollupRow>,
  ): ReleaseRollup[] => {
    const totals = releaseTotals(named({ projectId, environment }).environment);
    for (const row of rows) totals.add(row);
    return totals.result(releaseName);
  };
}

export function readReleases(reader: DatabaseSync): RollupStore["releases"] {
  const coverOf = readCover(reader);
  const operationsOf = operationsNamed(reader);
  const rows = rollupRows(reader, "rollups");
  const mergedByRelease = mergeByRelease(reader);
  return async (filter) => {
    const operations = operationsOf(filter);
    const all = rows.all(filter.projectId, coverOf(filter, "day").runs, true);
    return mergedByRelease(
      filter,
      all.filter(({ subject }) => operations.has(subject)),
    );
  };
}
