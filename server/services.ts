import type { Uploads } from "#server/artifacts/uploads.ts";
import type { ExceededLimit } from "#server/domain/cardinality/over-limit.ts";
import type { Trouble } from "#server/domain/health/trouble.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import type { AllowedPrivate } from "#server/domain/net/allowed-private.ts";
import type { Outgoing } from "#server/outgoing/outgoing.ts";
import type { Store } from "#server/storage/store.ts";
import type { AnalyzedTrace } from "#server/domain/trace/timing/analyze.ts";
import type { UnjoinedNote } from "#server/domain/trace/listing/unjoined.ts";
import type { ReadAlertRule } from "#server/read/alerts/read-alert-rule.ts";
import type { ListProjects } from "#server/read/list-projects.ts";
import type { RecentTraffic } from "#server/read/remember-traffic.ts";
import type { ReadTraffic } from "#server/read/read-traffic.ts";
import type { ReadOverview } from "#server/overview/read-overview.ts";
import type { ReadRelease } from "#server/read/read-release.ts";
import type { ReadReleaseMarks } from "#server/read/read-release-marks.ts";
import type { ReadReleases } from "#server/read/read-releases.ts";
import type { ReadSimilarSpans } from "#server/read/similar-spans.ts";
import type { ReadSimilar } from "#server/read/read-similar.ts";
import type { TryRules } from "#server/read/try-rules.ts";
import type { ReadTexts } from "#server/read/read-texts.ts";
import type { SuggestOwners } from "#server/read/suggest-owners.ts";
import type { TryScrubbing } from "#server/read/try-scrubbing.ts";
import type { SampleData } from "#server/sample-data/sample-data.ts";
import type { StorageReads } from "#server/read/read-storage.ts";
import type { Jump } from "#server/read/search/jump.ts";
import type { ListRoutes } from "#server/read/list-routes.ts";
import type { ReadRoutes } from "#server/read/read-routes.ts";
import type { Commands } from "#server/commands/commands.ts";
import type { CompareReleases } from "#server/read/compare-releases.ts";
import type { FindRoute } from "#server/read/search/find-route.ts";
import type { FindTrace } from "#server/read/search/find-trace.ts";
import type { LinksTo, ReadTrace, SearchTraces } from "#server/read/read-trace.ts";
import type { ListVitals } from "#server/read/list-vitals.ts";
import type { ReadEvent } from "#server/read/read-event.ts";
import type { ReadIssueQuery } from "#server/read/search/read-issue-query.ts";
import type { ReadRoute } from "#server/read/read-route-detail.ts";
import type { ReadRouteFindings } from "#server/read/read-route.ts";
import type { ReadServiceTimes } from "#server/read/read-service-times.ts";
import type { ReadTraceErrors } from "#server/read/read-trace-errors.ts";
import type { ReadTraceQuery } from "#server/read/search/read-trace-query.ts";
import type { ServedPackages } from "#server/http/served-packages.ts";
import type { HintSearch } from "#server/read/search/search-hints.ts";
import type { SearchEvents } from "#server/read/search/search-events.ts";
import type { SuggestTerms } from "#server/read/search/issue-suggestions.ts";

/**
 * The dependencies of routes, `.json` handlers, and the command line: `store` for reading,
 * `commands` for actions. They don't check permissions: the caller does that first (`app/guard.ts`,
 * `server/http/data`).
 */
export interface Services extends StorageReads {
  readonly store: Store;
  readonly commands: Commands;
  readonly readEvent: ReadEvent;
  readonly uploads: Uploads;
  readonly sampleData: SampleData;
  readonly readTrace: ReadTrace;
  readonly readTraceErrors: ReadTraceErrors;
  readonly readUnjoined: (projectId: ProjectId, trace: AnalyzedTrace) => Promise<UnjoinedNote[]>;
  readonly searchTraces: SearchTraces;
  readonly findTrace: FindTrace;
  readonly readServiceTimes: ReadServiceTimes;
  readonly jump: Jump;
  readonly linksTo: LinksTo;
  readonly readSimilarSpans: ReadSimilarSpans;
  readonly suggestTerms: SuggestTerms;
  readonly readIssueQuery: ReadIssueQuery;
  readonly readTraceQuery: ReadTraceQuery;
  readonly hintIssueSearch: HintSearch;
  readonly hintTraceSearch: HintSearch;
  readonly searchEvents: SearchEvents;
  readonly readRoutes: ReadRoutes;
  readonly listRoutes: ListRoutes;
  readonly listVitals: ListVitals;
  readonly findRoute: FindRoute;
  readonly readRoute: ReadRoute;
  readonly readRouteFindings: ReadRouteFindings;
  readonly compareReleases: CompareReleases;
  readonly readReleases: ReadReleases;
  readonly readRelease: ReadRelease;
  readonly readReleaseMarks: ReadReleaseMarks;
  readonly readOverview: ReadOverview;
  readonly readAlertRule: ReadAlertRule;
  /** Private addresses that the operator lets Spoor call. Forms reject others. */
  readonly allowedPrivate: AllowedPrivate;
  readonly tryScrubbing: TryScrubbing;
  readonly readSimilar: ReadSimilar;
  readonly tryRules: TryRules;
  readonly readTexts: ReadTexts;
  readonly suggestOwners: SuggestOwners;
  readonly readTraffic: ReadTraffic;
  readonly recentTraffic: RecentTraffic;
  readonly listProjects: ListProjects;
  /**
   * The name limits (domain/cardinality) that a project exceeded in the last day, most frequent
   * first.
   */
  readonly exceededLimits: (projectId: ProjectId) => Promise<ExceededLimit[]>;
  readonly packages: ServedPackages;
  readonly now: () => number;
  /** Current problems of this instance, for its owners. */
  readonly troubles: () => Trouble[];
  /** Calls an address entered by a member. Private addresses only if the operator allows them. */
  readonly outgoing: Outgoing;
}
