import { quantileChange } from "#server/domain/rollup/compare/change.ts";
import { compareShares, type Share } from "#server/domain/rollup/compare/compare-shares.ts";
import { mergedRollup } from "#server/domain/rollup/figures.ts";
import type { Rollup } from "#server/domain/rollup/rollup.ts";

/** A key figure and its previous value. `trend`: whether the change is significant, and worse. */
export type Stat = { now: number; before?: number; trend?: "worse" | "better" };

/**
 * Shares are fractions from 0 to 1. Unknown values are absent: no request was traced, or no session
 * was sent.
 */
export type Stats = {
  requests?: Stat;
  failureRate?: Stat;
  p75Ms?: Stat;
  crashRate?: Stat;
  /** `isAll`: false if there were too many events to read all. */
  users: { now: number; isAll: boolean };
};

/** A step of the overview's charts. */
export type TrafficStep = {
  at: number;
  count: number;
  failed: number;
  p75Ms?: number;
  /** Requests at the same time of the previous period. */
  countBefore?: number;
  crashRate?: number;
  users: number;
};

type SessionSum = { sessions: number; crashed: number };

type Period<Of> = { now: readonly Of[]; before: readonly Of[] | undefined };

/** Requests, failures, and durations of all routes. */
export function requestStats({
  now,
  before,
}: Period<Rollup>): Pick<Stats, "requests" | "failureRate" | "p75Ms"> {
  const [current, previous] = [mergedRollup(now), before && mergedRollup(before)];
  const count = current.durations.count;
  if (count === 0) return {};
  const was = previous && previous.durations.count > 0 ? previous : undefined;
  const p75Ms = current.durations.quantile(0.75) ?? 0;
  const by = was && quantileChange(was.durations, current.durations, 0.75)?.by;
  return {
    requests: { now: count, ...(was && { before: was.durations.count }) },
    failureRate: shareStat(failedOf(current), was && failedOf(was)),
    p75Ms: {
      now: p75Ms,
      ...(was && { before: was.durations.quantile(0.75)! }),
      ...(by !== undefined && { trend: by > 0 ? ("worse" as const) : ("better" as const) }),
    },
  };
}

export function crashStat({ now, before }: Period<SessionSum>): Stat | undefined {
  const current = crashedOf(now);
  if (current.whole === 0) return undefined;
  const previous = before && crashedOf(before);
  return shareStat(current, previous && previous.whole > 0 ? previous : undefined);
}

function shareStat(now: Share, before: Share | undefined): Stat {
  const share = ({ part, whole }: Share) => (whole === 0 ? 0 : part / whole);
  if (!before) return { now: share(now) };
  const verdict = compareShares(before, now);
  const trend =
    verdict === "more-often" ? "worse" : verdict === "less-often" ? "better" : undefined;
  return { now: share(now), before: share(before), ...(trend && { trend }) };
}

const failedOf = ({ failed, durations }: Rollup): Share => ({
  part: failed,
  whole: durations.count,
});

const crashedOf = (steps: readonly SessionSum[]): Share => ({
  part: steps.reduce((sum, { crashed }) => sum + crashed, 0),
  whole: steps.reduce((sum, { sessions }) => sum + sessions, 0),
});
