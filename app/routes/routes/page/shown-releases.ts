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
  /** The letter that marks its coming on the trend; those that ran from the beginning have none. */
  letter?: string;
};

const mostMarked = 12;

/** The last seen first; letters go by when each was first seen after `from`. */
export function shownReleases(releases: readonly ReleaseRollup[], from: number): ShownRelease[] {
  const came = releases
    .filter(({ release, firstAt }) => release !== "" && firstAt >= from)
    .toSorted((a, b) => a.firstAt - b.firstAt)
    .slice(-mostMarked);
  const letters = new Map(came.map(({ release }, index) => [release, String.fromCharCode(65 + index)]));
  return releases.map(({ release, firstAt, rollup }) => {
    const { count, failureRate, p50Ms = 0, p95Ms = 0 } = figuresOf(rollup);
    const letter = letters.get(release);
    return { release, firstAt, count, failureRate, p50Ms, p95Ms, ...(letter !== undefined && { letter }) };
  });
}
