import { grouped } from "#server/domain/count.ts";
import { crashFreeText } from "#server/domain/release/crash-free.ts";
import { compareShares, type ShareVerdict } from "#server/domain/rollup/compare/compare-shares.ts";
import type { SessionCounts } from "#server/storage/releases/release-store.ts";

/** Of sessions or of users. */
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

/** Whether more crashed than in the release before, by more than noise. */
export const crashTone = (now: Crashes, before: Crashes): "bad" | "good" | undefined =>
  tones[compareShares(shareOf(before), shareOf(now))];

const shareOf = ({ crashed, all }: Crashes) => ({ part: crashed, whole: all });

/**
 * `99.2%` with the counts behind it, red where that is worse than the release before. Nothing where
 * no session was counted.
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
