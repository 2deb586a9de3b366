import type { Bundle } from "#server/domain/artifact/artifact.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { IssueRelation, ReleaseIssueCounts } from "#server/domain/release/issue-relation.ts";
import type { ReleaseMark } from "#server/domain/release/mark.ts";
import type { RouteChanges } from "#server/domain/release/route-changes.ts";
import type { Change } from "#server/domain/rollup/change.ts";
import type { Window } from "#server/domain/rollup/window.ts";
import type { Commit, Deploy, HealthStep, Release, SessionCounts } from "#server/storage/release-store.ts";

/** What pages and `.json` say of releases: read here, so that both say the same. */
export type ReadReleases = (project: Project, asked: AskedReleases) => Promise<ReleasesReading>;

/** Where and when releases are looked at. */
export type ReleaseScope = { window: Window; environment?: string | undefined };
export type AskedReleases = ReleaseScope & { query: string; cursor?: string | undefined; limit: number };

export type ReleasesReading = { entries: ListedRelease[]; measure: AdoptionMeasure; next?: string };

/** What adoption is a share of: sessions where any are sent, else what routes count. */
export type AdoptionMeasure = "sessions" | "requests";

export type ReleaseEntry = {
  release: Release;
  /** The one before it, of the same package. */
  previous?: Release;
  /** `release:latest` finds it: the latest of its package. */
  isLatest: boolean;
  /** The last one in each environment. */
  deploys: Deploy[];
  adoption: { part: number; whole: number };
  /** Absent where the release sent no sessions. */
  sessions?: SessionCounts;
  issues: ReleaseIssueCounts;
  p95?: { ms: number; /** Against the release before, where that is more than noise. */ change?: Change };
  /** What it was in the release before it, in the same window. */
  before?: { sessions?: SessionCounts; p95Ms?: number };
};

/** `crashes`: crashed sessions in equal steps, oldest first; empty where none crashed. */
export type ListedRelease = ReleaseEntry & { crashes: number[]; commitCount: number };

/** Deploys and new releases in a window, as every chart of it marks them: oldest first. */
export type ReadReleaseMarks = (projectId: ProjectId, shown: ReleaseScope) => Promise<ReleaseMark[]>;

/** Undefined when the project has no such release. */
export type ReadRelease = (
  project: Project,
  version: string,
  scope: ReleaseScope,
) => Promise<ReleaseReading | undefined>;

export type ReleaseReading = ReleaseEntry & {
  measure: AdoptionMeasure;
  /** Equal steps, oldest first; `sessions` and `ofAll` are requests where the measure says so. */
  series: HealthStep[];
  issueLists: { [relation in IssueRelation]: Issue[] };
  routes: RouteChanges;
  commits: Commit[];
  allDeploys: Deploy[];
  bundles: Bundle[];
};
