import {
  clearRollup,
  mergeWrittenRollup,
  writeRollup,
} from "#server/domain/rollup/rollup-bytes.ts";
import { emptyRollup, mergeRollup } from "#server/domain/rollup/rollup.ts";
import { bucketStart, type Grain, grains } from "#server/domain/rollup/tier.ts";
import type { RollupChange } from "#server/storage/rollups/rollup-store.ts";
import type { CellKey, WriteCell } from "./cells.ts";
import { severalReleases } from "./row.ts";

/** A change whose names have become numbers. */
export type PlacedRollup = CellKey & { at: number; operationId: number; change: RollupChange };

export const grainNumber = (grain: Grain): number => grains.indexOf(grain);

/** Keeps its memory between cells. */
export function writeRollupCell(): WriteCell<PlacedRollup> {
  const total = emptyRollup();
  return (writer, before, changes) => {
    clearRollup(total);
    if (before) mergeWrittenRollup(total, before);
    for (const { change } of changes) mergeRollup(total, change.rollup);
    writeRollup(writer, total);
  };
}

/**
 * Changes of one subject, by the rows that take them: one a grain and bucket, however many changes
 * it takes.
 */
export function rowsOf<Change extends CellKey & { at: number }>(
  changes: Change[],
): { tier: number; at: number; changes: Change[] }[] {
  return grains.flatMap((grain) => {
    // Weeks are read for long windows alone, and never by release.
    const told =
      grain === "week"
        ? changes.map((change) => ({ ...change, release: severalReleases }))
        : changes;
    const buckets = Map.groupBy(told, (change) => bucketStart(grain, change.at));
    return [...buckets].map(([at, mine]) => ({ tier: grainNumber(grain), at, changes: mine }));
  });
}
