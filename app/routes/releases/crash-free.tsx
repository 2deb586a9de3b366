import { grouped } from "#server/domain/count.ts";
import { crashFreeText } from "#server/domain/release/crash-free.ts";
import { compareShares, type ShareVerdict } from "#server/domain/rollup/compare/compare-shares.ts";
import type { SessionCounts } from "#server/storage/releases/release-store.ts";

/** Of sessions or users. */
export type Crashes = { crashed: number; all: number };

export const crashedSessions = (counts: SessionCounts): Crashes => ({
  crashed: counts.crashed,
  all: counts.sessions,
});
export const crashedUsers = (counts: SessionCounts): Crashes => ({
  crashed: counts.crashedUsers,
  all: counts.users,
});

const tones: { [verdict in ShareVerdict]?: "bad" | "good" } = {
  "more-often": "bad",
  "less-often": "good",
};

/** Whether the crash rate is significantly higher than in the previous release. */
export const crashTone = (now: Crashes, before: Crashes): "bad" | "good" | undefined =>
  tones[compareShares(shareOf(before), shareOf(now))];

const shareOf = ({ crashed, all }: Crashes) => ({ part: crashed, whole: all });

/**
 * `99.2%` with its counts, red if significantly worse than the previous release. Nothing without
 * sessions.
 */
export function CrashFree({ crashed, all, isWorse }: Crashes & { isWorse: boolean }) {
  if (all === 0) return "–";
  return (
    <span
      className={isWorse ? "bad" : undefined}
      title={`${grouped(crashed)} of ${grouped(all)} crashed`}
    >
      {crashFreeText(crashed, all)}
    </span>
  );
}
