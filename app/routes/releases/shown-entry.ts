import { packTrend } from "#app/ui/chart/trend-line.ts";
import type { ReleaseIssueCounts } from "#server/domain/release/issue-relation.ts";
import type { Release, SessionCounts } from "#server/storage/releases/release-store.ts";
import type { ListedRelease, ReleaseEntry } from "#server/read/read-releases.ts";

/** Only what a row shows. */
export type ShownEntry = Pick<Release, "version" | "firstSeen"> & {
  previous?: string;
  isLatest: boolean;
  deploys: { environment: string; finishedAt: number }[];
  adoption: ReleaseEntry["adoption"];
  sessions?: SessionCounts;
  issues: ReleaseIssueCounts;
  slow?: { ms: number; by?: number };
  before?: { sessions?: SessionCounts; slowMs?: number };
};

/** `crashes`: `packTrend` of crashed sessions over time. */
export type ShownListed = ShownEntry & { crashes: string; commitCount: number };

export const shownListed = ({ crashes, commitCount, ...entry }: ListedRelease): ShownListed => ({
  ...shownEntry(entry),
  crashes: packTrend(crashes),
  commitCount,
});

export function shownEntry({
  release,
  previous,
  isLatest,
  deploys,
  adoption,
  sessions,
  issues,
  slow,
  before,
}: ReleaseEntry): ShownEntry {
  const { version, firstSeen } = release;
  return {
    version,
    isLatest,
    firstSeen,
    adoption,
    sessions,
    issues,
    before,
    previous: previous?.version,
    deploys: deploys.map(({ environment, finishedAt }) => ({ environment, finishedAt })),
    slow: slow && { ms: Number(slow.ms.toPrecision(6)), by: slow.change?.by },
  };
}
