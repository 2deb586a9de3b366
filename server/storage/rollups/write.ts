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

/** A change with names resolved to numbers. */
export type PlacedRollup = CellKey & { at: number; operationId: number; change: RollupChange };

export const grainNumber = (grain: Grain): number => grains.indexOf(grain);

/** Reuses its memory between cells. */
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
 * Changes of one subject by row: one row per grain and bucket, regardless of the number of changes.
 */
export function rowsOf<Change extends CellKey & { at: number }>(
  changes: Change[],
): { tier: number; at: number; changes: Change[] }[] {
  return grains.flatMap((grain) => {
    // Weeks are read only for long windows, and never by release.
    const told =
      grain === "week"
        ? changes.map((change) => ({ ...change, release: severalReleases }))
        : changes;
    const buckets = Map.groupBy(told, (change) => bucketStart(grain, change.at));
    return [...buckets].map(([at, mine]) => ({ tier: grainNumber(grain), at, changes: mine }));
  });
}
