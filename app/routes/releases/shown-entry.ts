import type { ReleaseEntry } from "#server/release-services.ts";
import type { ReleaseIssueCounts } from "#server/domain/release/issue-relation.ts";
import type { Release, SessionCounts } from "#server/storage/release-store.ts";

/** What a row prints, and no more. */
export type ShownEntry = Pick<Release, "version" | "firstSeen" | "releasedAt"> & {
  previous?: string;
  isLatest: boolean;
  deploys: { environment: string; finishedAt: number }[];
  adoption: ReleaseEntry["adoption"];
  sessions?: SessionCounts;
  issues: ReleaseIssueCounts;
  p95?: { ms: number; by?: number };
};

export function shownEntry({
  release,
  previous,
  isLatest,
  deploys,
  adoption,
  sessions,
  issues,
  p95,
}: ReleaseEntry): ShownEntry {
  const { version, firstSeen, releasedAt } = release;
  return {
    ...{ version, isLatest, firstSeen, releasedAt, adoption, sessions, issues },
    previous: previous?.version,
    deploys: deploys.map(({ environment, finishedAt }) => ({ environment, finishedAt })),
    p95: p95 && { ms: Number(p95.ms.toPrecision(4)), by: p95.change?.by },
  };
}
