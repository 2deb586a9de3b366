import { figuresOf } from "#server/domain/rollup/figures.ts";
import { type Percentile, percentilesOf, rowQuantiles } from "#server/domain/rollup/percentiles.ts";
import { packageOf } from "#server/domain/release/order.ts";
import type { ReleaseRollup } from "#server/storage/rollups/rollup-store.ts";

/** A release as shown in its row. */
export type ShownRelease = {
  /** Empty if spans have none. */
  release: string;
  firstAt: number;
  count: number;
  /** Of `rowQuantiles`. */
  percentiles: Percentile[];
  failureRate: number;
  /** It ran from the start of the range. */
  isOlder?: true;
};

/** Last seen first. */
export function shownReleases(releases: readonly ReleaseRollup[], from: number): ShownRelease[] {
  return releases.map(({ release, firstAt, rollup }) => {
    const { count, failureRate } = figuresOf(rollup);
    const percentiles = percentilesOf(rollup.durations, rowQuantiles);
    return {
      release,
      firstAt,
      count,
      failureRate,
      percentiles,
      ...(firstAt < from && { isOlder: true }),
    };
  });
}

/** Named releases of a package with at least two of them, last seen first. */
export function comparedReleases(releases: ShownRelease[]): ShownRelease[] {
  const packages = Map.groupBy(
    releases.filter(({ release }) => release !== ""),
    ({ release }) => packageOf(release),
  );
  return [...packages.values()].filter((each) => each.length > 1).flat();
}
