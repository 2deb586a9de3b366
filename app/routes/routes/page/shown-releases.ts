import { figuresOf } from "#server/domain/rollup/figures.ts";
import type { ReleaseRollup } from "#server/storage/rollup-store.ts";

/** A release as its row prints it. */
export type ShownRelease = {
  /** Empty where spans name none. */
  release: string;
  firstAt: number;
  count: number;
  p50Ms: number;
  p95Ms: number;
  failureRate: number;
  /** It ran from the beginning of what is shown. */
  isOlder?: true;
};

/** The last seen first. */
export function shownReleases(releases: readonly ReleaseRollup[], from: number): ShownRelease[] {
  return releases.map(({ release, firstAt, rollup }) => {
    const { count, failureRate, p50Ms = 0, p95Ms = 0 } = figuresOf(rollup);
    return { release, firstAt, count, failureRate, p50Ms, p95Ms, ...(firstAt < from && { isOlder: true }) };
  });
}
