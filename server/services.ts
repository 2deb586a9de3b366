import type { IssueQuery, WrongQuery } from "#server/domain/search/issue-query.ts";
import type { WrongTraceQuery } from "#server/domain/search/parse-trace-query.ts";
import type { TraceQuery } from "#server/domain/search/trace-query.ts";
import type { AlertCommands, ReadAlertRule } from "#server/alert-services.ts";
import type { AccessCommands } from "#server/access-services.ts";
import type { Uploads } from "#server/artifacts/uploads.ts";
import type { ExceededLimit } from "#server/domain/cardinality/over-limit.ts";
import type { Trouble } from "#server/domain/health/trouble.ts";
import type { ErrorEvent } from "#server/domain/event/error-event.ts";
import type { Grouping } from "#server/domain/grouping/grouping.ts";
import type { EventId, ProjectId, SpanId, TraceId } from "#server/domain/ids.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { Asker } from "#server/domain/people/audit.ts";
import type { User } from "#server/domain/people/person.ts";
import type { Problem } from "#server/domain/problem.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { RollupComparison } from "#server/domain/rollup/compare-rollups.ts";
import type { Findings } from "#server/domain/route-findings/find.ts";
import type { NavigationFacts } from "#server/domain/rollup/navigation-facts.ts";
import type { VitalDevice, VitalPage, VitalSort } from "#server/domain/vital/vital-pages.ts";
import type { VitalName, VitalRollup } from "#server/domain/vital/vital.ts";
import type { Step } from "#server/domain/rollup/choose-step.ts";
import type { StoredOperation } from "#server/domain/rollup/operation.ts";
import type { Rollup } from "#server/domain/rollup/rollup.ts";
import type { Compared, RouteEntry } from "#server/domain/rollup/route-entry.ts";
import type { RouteQuery } from "#server/domain/rollup/route-query.ts";
import type { SampleClass, TraceSample } from "#server/domain/rollup/sample.ts";
import type { Tier } from "#server/domain/rollup/tier.ts";
import type { Window } from "#server/domain/rollup/window.ts";
import type { ComparedRoute } from "#server/domain/trace/compare-routes.ts";
import type { Span } from "#server/domain/trace/span.ts";
import type { ServiceTime } from "#server/domain/trace/service-times.ts";
import type { TraceSummary } from "#server/domain/trace/summary.ts";
import type { ListProjects, ReadTraffic } from "#server/traffic-services.ts";
import type { ReadOverview } from "#server/overview-services.ts";
import type { ReadRelease, ReadReleaseMarks, ReadReleases } from "#server/release-services.ts";
import type { DeliveryCommands } from "#server/delivery-services.ts";
import type { AllowedPrivate } from "#server/domain/net/allowed-private.ts";
import type { Outgoing } from "#server/outgoing/outgoing.ts";
import type { ReleaseRollup, RollupFilter, VitalFilter } from "#server/storage/rollup-store.ts";
import type { FeedbackCommands } from "#server/feedback-services.ts";
import type { GroupingCommands, ReadSimilar, TryRules } from "#server/grouping-services.ts";
import type { FactorCommands } from "#server/factor-services.ts";
import type { DiscussionCommands, ReadTexts, SuggestOwners } from "#server/discussion-services.ts";
import type { MonitorCommands } from "#server/monitor-services.ts";
import type { PeopleCommands } from "#server/people-services.ts";
import type { ProjectCommands, TryScrubbing } from "#server/project-services.ts";
import type { SampleData } from "#server/sample-data-services.ts";
import type { RetentionCommands, StorageReads } from "#server/retention-services.ts";
import type { ShareCommands } from "#server/share-services.ts";
import type { Jump } from "#server/jump-services.ts";
import type { ListRoutes, ReadRoutes } from "#server/route-services.ts";
import type { SearchCommands } from "#server/search-services.ts";
import type { TriageCommands } from "#server/triage-services.ts";
import type { EventSummary, IssueSpan, Store } from "#server/storage/store.ts";
import type { AnalysedTrace } from "#server/domain/trace/analyse.ts";
import type { JoinedError } from "#server/domain/trace/events-on-spans.ts";
import type { UnjoinedNote } from "#server/domain/trace/unjoined.ts";
import type { TraceFilter, TraceList } from "#server/storage/trace-store.ts";

/**
 * What routes, `.json` handlers and the command line receive: reading is `store`, doing is `commands`.
 * Nobody here checks who is asking: that is the caller's first line (`app/guard.ts`, `server/http/data`).
 */
export interface Services extends StorageReads {
  readonly store: Store;
  readonly commands: Commands;
  readonly readEvent: ReadEvent;
  readonly uploads: Uploads;
  readonly sampleData: SampleData;
  readonly readTrace: ReadTrace;
  readonly readTraceErrors: ReadTraceErrors;
  readonly readUnjoined: (projectId: ProjectId, trace: AnalysedTrace) => Promise<UnjoinedNote[]>;
  readonly searchTraces: SearchTraces;
  readonly readServiceTimes: ReadServiceTimes;
  readonly jump: Jump;
  readonly linksTo: LinksTo;
  readonly suggestTerms: SuggestTerms;
  readonly readIssueQuery: ReadIssueQuery;
  readonly readTraceQuery: ReadTraceQuery;
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
  /** Addresses inside the network that the operator lets Spoor call: forms refuse the others. */
  readonly allowedPrivate: AllowedPrivate;
  readonly tryScrubbing: TryScrubbing;
  readonly readSimilar: ReadSimilar;
  readonly tryRules: TryRules;
  readonly readTexts: ReadTexts;
  readonly suggestOwners: SuggestOwners;
  readonly readTraffic: ReadTraffic;
  readonly listProjects: ListProjects;
  /** The limits on names (domain/cardinality) that a project exceeded in the last day, the most often first. */
  readonly exceededLimits: (projectId: ProjectId) => Promise<ExceededLimit[]>;
  readonly packages: ServedPackages;
  readonly now: () => number;
  /** What is wrong with this Spoor just now, for its owners to read. */
  readonly troubles: () => Trouble[];
  /** Calls an address that somebody typed in; never one inside the network unless the operator allows it. */
  readonly outgoing: Outgoing;
}

/** The instrumentation as a package, which this server offers to React Router applications: those install it from here. */
export type ServedPackages = {
  /** The file name of this version's; undefined where the program was started without a build. */
  newest(): Promise<string | undefined>;
  /** The bytes by file name, of every version that this instance has ever handed out; undefined for others. */
  read(name: string): Promise<Uint8Array | undefined>;
};

/** An event as its page shows it: read anew from what was received, with its neighbours. */
export type EventView = {
  summary: EventSummary;
  event: ErrorEvent;
  grouping: Grouping;
  /** Scrubbed JSON as received, indented. */
  raw: string;
  older?: EventId;
  newer?: EventId;
  /** How many of the issue's events are newer; absent where they are too many to count for a page. */
  newerCount?: number;
};

/** Undefined when there is no such event in the issue. */
export type ReadEvent = (
  issue: IssueSpan,
  which: EventId | "latest" | "oldest" | "recommended",
) => Promise<EventView | undefined>;

/** The trace's spans, decoded, each once; undefined when the project has no such trace. */
export type ReadTrace = (projectId: ProjectId, traceId: TraceId) => Promise<TraceReading | undefined>;
export type TraceReading = { summary: TraceSummary; spans: Span[] };

/** What went wrong in a trace, each failure with the event and the issue that report it. */
export type ReadTraceErrors = (projectId: ProjectId, traceId: TraceId, trace: AnalysedTrace) => Promise<TraceError[]>;
type TraceError = JoinedError<TraceEvent>;
export type TraceEvent = EventSummary & { issue: Issue };

/** `store.traces.list` with a deadline, and with eyes for what no index answers. */
export type SearchTraces = (filter: Omit<TraceFilter, "deadlineMs" | "matches">) => Promise<TraceList>;

/**
 * What each service of these traces spent itself, in their order. Undefined: of one service alone, too large, or there was no time
 * to read it.
 */
export type ReadServiceTimes = (projectId: ProjectId, traces: TraceSummary[]) => Promise<(ServiceTime[] | undefined)[]>;

/** What was typed, as far as the project knows what it names: an unknown key is a problem, and traces have their issues. */
export type ReadIssueQuery = (project: Project, text: string) => Promise<{ query: IssueQuery } | WrongQuery>;

/** The same for a search for traces, whose keys are attributes. */
export type ReadTraceQuery = (project: Project, text: string) => Promise<{ query: TraceQuery } | WrongTraceQuery>;

/** What may complete a word of the search for issues; terms to begin with where it is empty. */
export type SuggestTerms = (project: Project, word: string) => Promise<string[]>;

/**
 * The spans of other traces that link to this one. No index knows them: the newest traces are looked through for a moment,
 * and `scannedTo` (milliseconds since 1970) says how far back that went when it was not all.
 */
export type LinksTo = (projectId: ProjectId, target: SpanName) => Promise<{ spans: SpanName[]; scannedTo?: number }>;
/**
 * What sampled requests of an operation have in common: where their time goes and what would save some of it. Read anew for each
 * page; bounded in traces, spans and time, and says how far it got.
 */
export type ReadRouteFindings = (filter: RollupFilter & { operationId: number }) => Promise<RouteFindings>;
export type RouteFindings = {
  findings: Findings;
  /** Traces that were asked for, and why some were not looked at: not kept, too large for this, out of time. */
  sampled: number;
  /** Traces that were: each has one request of the route or more. */
  lookedAt: number;
  passedOver: { notKept: number; tooLarge: number; outOfTime: number };
  /** The slowest of the window, each by itself, longest first. */
  slowest: { sample: TraceSample; findings: Findings }[];
};

/** Two releases of an operation: those asked for, else the newest one against the one before it. */
export type CompareReleases = (
  asked: RollupFilter & { operationId: number; from: string | null; to: string | null },
) => Promise<ReleaseComparison>;
export type ReleaseComparison = {
  /** Those that ran in the window, the newest first: 100 and the two that are compared. */
  releases: ReleaseRollup[];
  /** Absent where there are no two. */
  compared?: {
    from: ReleaseRollup;
    to: ReleaseRollup;
    comparison: RollupComparison;
    /** A trace of each, as near to its median as is kept. */
    samples: { from?: TypicalTrace; to?: TypicalTrace };
    /** Both traces' route trees, aligned. */
    routes: ComparedRoute[];
  };
};
export type TypicalTrace = Omit<TraceSample, "release">;

export type SpanName = { traceId: TraceId; spanId: SpanId };

/** A page of the pages with vitals, what all of them come to, and how visitors reached them. */
export type ListVitals = (
  filter: VitalFilter,
  page: { sort: VitalSort; from: number; limit: number },
) => Promise<VitalListReading>;
export type VitalListReading = {
  all: { [vital in VitalName]?: VitalRollup };
  devices: VitalDevice[];
  pages: VitalPage[];
  /** How many pages there are. */
  total: number;
  reached: NavigationFacts;
  /** The most visited routes by themselves; none where one route was asked for. */
  reachedByRoute: { route: string; facts: NavigationFacts }[];
};

/** A window as it is read, in whole buckets, and the one before it where there is one to compare with. */
export type Periods = {
  window: Window;
  unit: Tier;
  before?: Window;
  /** How long was recorded of each. */
  minutes: { now: number; before: number };
};

/** By id or by route pattern, of which the operation with the most traffic in the window; undefined when there is none. */
export type FindRoute = (
  projectId: ProjectId,
  name: string,
  query: Pick<RouteQuery, "window" | "environment" | "release">,
) => Promise<StoredOperation | undefined>;

/** One operation in a window, and what belongs to it. */
export type ReadRoute = (
  project: Project,
  operation: StoredOperation,
  query: Pick<RouteQuery, "window" | "environment" | "release">,
) => Promise<RouteReading>;

export type RouteReading = Periods & {
  entry: Compared & Pick<RouteEntry, "perMinute">;
  step: Step;
  series: { at: number; rollup: Rollup }[];
  /** The last seen first. */
  releases: ReleaseRollup[];
  samples: { [sampleClass in SampleClass]: TraceSample[] };
  /** Other kinds and services of the same route, the most frequent first. */
  siblings: { operation: StoredOperation; count: number }[];
  issues: RouteIssue[];
};

/** An issue that belongs to a route, and how that is known: by an event in one of its failed traces, or by its own words. */
export type RouteIssue = { issue: Issue; foundBy: "trace" | "culprit" };

/**
 * What people do. How they come in stands in `access-services.ts` and `factor-services.ts`, what they may do in `people-services.ts`, what becomes
 * of projects and keys in `project-services.ts`.
 */
export interface Commands
  extends
    AccessCommands,
    AlertCommands,
    DeliveryCommands,
    DiscussionCommands,
    FactorCommands,
    FeedbackCommands,
    GroupingCommands,
    MonitorCommands,
    PeopleCommands,
    ProjectCommands,
    RetentionCommands,
    SearchCommands,
    ShareCommands,
    TriageCommands {
  makeUser(form: { email: string; name: string; password: string; owner: boolean }): Promise<User | Problem>;
  makeProject(form: { name: string; slug: string; platform: string }, asker?: Asker): Promise<Project | Problem>;
  /** Goes the same way as an SDK's event: through the door, the spool and the digest. */
  sendTestEvent(project: Project): Promise<EventId | Problem>;
}
