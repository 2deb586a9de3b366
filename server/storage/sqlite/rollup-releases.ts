import type { DatabaseSync } from "node:sqlite";
import { mergeWrittenRollup } from "#server/domain/rollup/rollup-bytes.ts";
import { emptyRollup } from "#server/domain/rollup/rollup.ts";
import type { ReleaseRollup, RollupFilter, RollupStore } from "#server/storage/rollup-store.ts";
import { releaseNames } from "./rollup-names.ts";
import { operationsNamed } from "./rollup-operations.ts";
import { cellsByRelease, type Row, rollupRows } from "./rollup-rows.ts";
import { readCover } from "./rollup-window.ts";

/** Rows merged by release, the last seen first. Rows must come in order of time. */
export function mergeByRelease(reader: DatabaseSync) {
  const splitCellsOf = cellsByRelease(reader);
  const releaseName = releaseNames(reader);
  return (filter: Pick<RollupFilter, "projectId" | "environment">, rows: Iterable<Row>): ReleaseRollup[] => {
    const eachCell = splitCellsOf(filter);
    const releases = new Map<number, ReleaseRollup>();
    for (const row of rows) {
      eachCell(row, ({ release, rollup }) => {
        const total = releases.get(release) ?? emptyReleaseRollup(releaseName(release), row.at);
        releases.set(release, total);
        total.lastAt = row.at;
        mergeWrittenRollup(total.rollup, rollup);
      });
    }
    return [...releases.values()].toSorted((a, b) => b.lastAt - a.lastAt || b.firstAt - a.firstAt);
  };
}

const emptyReleaseRollup = (release: string, at: number): ReleaseRollup => ({
  ...{ release, firstAt: at, lastAt: at },
  rollup: emptyRollup(),
});

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
