import type { Level } from "#server/domain/event/error-event.ts";
import type { GroupingAlgorithm } from "#server/domain/grouping/grouping.ts";
import type { EventId, FingerprintHash, IssueId, ProjectId, TraceId } from "#server/domain/ids.ts";
import type { Activity, ActivityKind, LoggedAct } from "#server/domain/issue/activity.ts";
import type { BulkFilter } from "#server/domain/issue/bulk-act.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { Transition } from "#server/domain/issue/triage.ts";
import type { OutcomeEntry } from "#server/domain/outcomes.ts";
import type { DeviceStore, InvitationStore, ResetStore, SessionStore, ThrottleStore } from "./people/access-store.ts";
import type { IdentityStore, PasskeyStore, UsedTokenStore, TotpStore } from "./people/factor-store.ts";
import type { AccountStore, MemberStore } from "./people/member-store.ts";
import type { GroupingStore } from "./grouping-store.ts";
import type { LeaseStore } from "./lease-store.ts";
import type { ProcessStore } from "./process-store.ts";
import type { AuditStore, PeopleStore } from "./people/people-store.ts";
import type { DeletionStore, KeyStore, ProjectStore } from "./projects/project-store.ts";
import type { Facets, Frequency } from "./facet-store.ts";
import type { ArtifactStore } from "./artifact-store.ts";
import type { RateStore } from "./rate-store.ts";
import type { ReleaseStore } from "#server/storage/releases/release-store.ts";
import type { AdmissionStore } from "./admission-store.ts";
import type { AlertStore } from "./alerts/alert-store.ts";
import type { TriageReads } from "./triage-store.ts";
import type { BulkStore } from "./bulk-store.ts";
import type { DiscardStore } from "#server/storage/discards/discard-store.ts";
import type { FileStore } from "./file-store.ts";
import type { RetentionStore } from "./retention-store.ts";
import type { MonitorStore } from "./monitors/monitor-store.ts";
import type { DeliveryStore } from "./alerts/delivery-store.ts";
import type { CommentStore, SubscriptionStore } from "#server/storage/discussion/discussion-store.ts";
import type { NoticeChoiceStore } from "./alerts/notice-choice-store.ts";
import type { AttachmentStore } from "./attachment-store.ts";
import type { FeedbackStore } from "#server/storage/feedback/feedback-store.ts";
import type { TrafficStore } from "./traffic-store.ts";
import type { NameStore } from "./name-store.ts";
import type { NoticeStore } from "./alerts/notice-store.ts";
import type { SearchStore } from "./projects/search-store.ts";
import type { OwnershipStore } from "./projects/ownership-store.ts";
import type { ShareStore } from "./projects/share-store.ts";
import type { TokenStore } from "./people/token-store.ts";
import type { RollupStore } from "./rollup-store.ts";
import type { TraceStore } from "./trace-store.ts";
import type { DigestTransaction, NewFingerprint, SharedDigest, SpoolCursor } from "./digest-store.ts";

/**
 * What every storage engine offers, by noun. Asynchronous although SQLite answers at once: PostgreSQL does not.
 * All times are milliseconds since 1970. Nothing here knows a request or a page. `tests/storage` is the contract.
 */
/** Connections of one thread, and how many calls wait for one. */
export type PoolFigures = { inUse: number; idle: number; waiting: number };

export interface Store {
  /** Of an engine that has connections. */
  readonly pool?: () => PoolFigures;
  readonly projects: ProjectStore;
  readonly keys: KeyStore;
  readonly deletions: DeletionStore;
  readonly people: PeopleStore;
  readonly members: MemberStore;
  readonly accounts: AccountStore;
  readonly sessions: SessionStore;
  readonly devices: DeviceStore;
  readonly throttles: ThrottleStore;
  readonly invitations: InvitationStore;
  readonly resets: ResetStore;
  readonly totp: TotpStore;
  readonly passkeys: PasskeyStore;
  readonly identities: IdentityStore;
  readonly usedTokens: UsedTokenStore;
  readonly tokens: TokenStore;
  readonly shares: ShareStore;
  readonly audit: AuditStore;
  readonly issues: IssueStore;
  readonly events: EventStore;
  readonly groupings: GroupingStore;
  readonly traces: TraceStore;
  readonly rollups: RollupStore;
  readonly artifacts: ArtifactStore;
  readonly releases: ReleaseStore;
  readonly alerts: AlertStore;
  readonly traffic: TrafficStore;
  readonly bulk: BulkStore;
  readonly discards: DiscardStore;
  readonly comments: CommentStore;
  readonly subscriptions: SubscriptionStore;
  readonly ownership: OwnershipStore;
  readonly notices: NoticeStore;
  readonly searches: SearchStore;
  readonly feedback: FeedbackStore;
  readonly attachments: AttachmentStore;
  readonly noticeChoices: NoticeChoiceStore;
  readonly deliveries: DeliveryStore;
  readonly monitors: MonitorStore;
  readonly outcomes: OutcomeStore;
  readonly names: NameStore;
  readonly settings: SettingStore;
  readonly retention: RetentionStore;
  readonly files: FileStore;
  readonly leases: LeaseStore;
  readonly processes: ProcessStore;
  readonly rates: RateStore;
  /**
   * Runs one digest batch in one transaction: either everything that `work` saved is there, the cursor included, or
   * nothing is. A crash in between leaves the batch to be digested again, and no event twice. `work` may run more than once.
   * Meanwhile nobody else stores anything of these projects, in this process or another; of all where none are named.
   */
  digest<T>(work: (transaction: DigestTransaction) => Promise<T>, projectIds?: ProjectId[]): Promise<T>;
  /** Where the digest has got to in this process's spool (`cursor` of DigestChanges); undefined before the first batch. */
  digested(): Promise<SpoolCursor | undefined>;
  close(): Promise<void>;
}

/**
 * What is absent where storage is the data folder itself: that is never away, one process takes all there is, and asking whether
 * there is work costs nothing. `news` differs once the logs that jobs follow have entries, or work for jobs begins.
 */
export type OpenedStore = Store & {
  readonly admission?: AdmissionStore;
  readonly shared?: SharedDigest;
  news?(): Promise<string>;
};

export type Page<Row> = { rows: Row[]; /** Opaque; undefined on the last page. */ next?: string };

// ── issues ──────────────────────────────────────────────────────────────────

export interface IssueStore extends TriageReads {
  /**
   * A page may end short of its limit, or empty, and still have a `next`: finding more would have taken too long, and goes on
   * from there.
   */
  list(filter: IssueFilter): Promise<Page<Issue>>;
  /** How many issues stand in each tab, under the same environment. */
  counts(projectId: ProjectId, environment?: string): Promise<IssueCounts>;
  /** By id or by running number; one that was merged is found as the issue it is part of. */
  find(projectId: ProjectId, by: { id: IssueId } | { number: number }): Promise<Issue | undefined>;
  /** Several as `find` finds each, by the id or number asked for; those not found are left out. */
  findEach(projectId: ProjectId, by: { ids: IssueId[] } | { numbers: number[] }): Promise<Map<number, Issue>>;
  /** Events per bucket for each issue, oldest first, all lists equally long. Buckets are whole hours or whole UTC days. */
  trends(projectId: ProjectId, issueIds: IssueId[], window: TrendWindow): Promise<Map<IssueId, number[]>>;
  /**
   * Reads each issue, lets `decide` say what becomes of it, and writes state and activity, all in one transaction.
   * `decide` is pure; undefined leaves that issue alone; `since` is what happened to it after an entry of the log. Returns the issues as they are afterwards, those not found left out.
   */
  transition(
    projectId: ProjectId,
    issueIds: IssueId[],
    decide: (issue: Issue, since: (after: number) => LoggedAct[]) => Transition | undefined,
  ): Promise<Issue[]>;
  /** Another name for an issue, and further fingerprints that lead to it; one that leads elsewhere already stays there. */
  rename(
    projectId: ProjectId,
    issueId: IssueId,
    name: IssueName,
    fingerprints: Omit<NewFingerprint, "projectId" | "issueId">[],
  ): Promise<void>;
  /** Issues that time alone moves: new ones first seen at or before `newBefore`, ignored ones whose time has come. */
  due(at: { newBefore: number; ignoredUntil: number; limit: number }): Promise<{ projectId: ProjectId; id: IssueId }[]>;
  /**
   * The log of all projects, oldest first, after an entry's id: what alerts, letters and live offers follow. Ids grow in the
   * order of commits and are never used twice; issues that are gone take their entries along.
   */
  activityAfter(after: number, limit: number): Promise<LoggedActivity[]>;
  /** Id of the newest entry there ever was; 0 before the first. */
  newestActivity(): Promise<number>;
  /** What happened to issues of a project, the newest first: as far back as its newest entries of the log reach (20,000 of all projects). */
  recentActivity(projectId: ProjectId, asked: RecentActivity): Promise<LoggedAct[]>;
  /** Newest first, the person's name beside each, and that of whom it was assigned to. */
  activity(projectId: ProjectId, issueId: IssueId): Promise<LoggedAct[]>;
  /** How the last seen of the issues that match are spread, so many of them at most. */
  facets(
    filter: Omit<IssueFilter, "sort" | "cursor" | "limit">,
    most: { issues: number; values: number },
  ): Promise<Facets>;
  /** Keys of the project's tags, or values of one that begin with `prefix` (without case); those of most issues first. */
  terms(projectId: ProjectId, asked: { key?: string; prefix?: string; limit: number }): Promise<Frequency[]>;
  /** The keys that most events carry, each with its `values` most frequent values. */
  tags(projectId: ProjectId, issueId: IssueId, asked: TagsAsked): Promise<TagSummary[]>;
  /** How many keys there are, or how many have `query` in them (without case). */
  tagKeyCount(projectId: ProjectId, issueId: IssueId, query?: string): Promise<number>;
  /** The first seen first: at most `limit`, 1,000 unless told. */
  fingerprints(projectId: ProjectId, issueId: IssueId, limit?: number): Promise<StoredFingerprint[]>;
}

export type RecentActivity = { kinds: readonly ActivityKind["kind"][]; since: number; limit: number };

export type LoggedActivity = Activity & { id: number; projectId: ProjectId };

export type IssueName = Pick<Issue, "type" | "value" | "culprit"> & { searched?: string };

/** Which of a project's issues, and how many of them in which order. */
export type IssueFilter = BulkFilter & { projectId: ProjectId; sort: IssueSort; cursor?: string; limit: number };

export const issueSorts = ["last-seen", "first-seen", "events", "users"] as const;
export type IssueSort = (typeof issueSorts)[number];

export type IssueCounts = { open: number; regressed: number; ignored: number; resolved: number; all: number };

export type TrendWindow = { until: number; buckets: number; unit: "hour" | "day"; environment?: string };

/** `keys`: at most so many, 50 unless told. `key`: this one alone. `query`: those that have it in them, without case. */
export type TagsAsked = { values: number; keys?: number; key?: string; query?: string };

export type TagSummary = {
  key: string;
  /** Events that carry the key. */
  total: number;
  /** Distinct values; counting stops at the cap. */
  distinct: number;
  values: { value: string; count: number; lastSeen: number }[];
};

export type StoredFingerprint = { hash: FingerprintHash; algorithm: GroupingAlgorithm; firstSeen: number };

// ── events ──────────────────────────────────────────────────────────────────

export interface EventStore {
  find(projectId: ProjectId, eventId: EventId): Promise<StoredEvent | undefined>;
  /** `recommended`: the richest of the newest hundred (StoredEvent.richness), the newest among equals. */
  pick(issue: IssueSpan, which: "latest" | "oldest" | "recommended"): Promise<StoredEvent | undefined>;
  /** The events just before and after it in its issue, by when they happened. */
  neighbours(issue: IssueSpan, event: EventSummary): Promise<{ older?: EventId; newer?: EventId }>;
  /** How many events of the issue are newer; undefined where they are more than `most`. */
  newerCount(issue: IssueSpan, event: EventSummary, most: number): Promise<number | undefined>;
  list(filter: EventFilter): Promise<Page<EventSummary>>;
  /** How many of the issue's events were counted on days that are kept, and are not kept themselves. */
  notKept(issue: IssueSpan): Promise<number>;
  /**
   * A trace's events in order of time, of all days or of those from `from` to `to` (whole days):
   * at most `limit`, and besides them the first of each issue that has none among them.
   */
  ofTrace(trace: EventsOfTrace): Promise<EventSummary[]>;
}

/** An issue and when it happened: telemetry lies in a file or partition a day, so the span says where to look. */
export type IssueSpan = Pick<Issue, "id" | "projectId" | "firstSeen" | "lastSeen">;

export type EventsOfTrace = { projectId: ProjectId; traceId: TraceId; from?: number; to?: number; limit: number };

export type EventFilter = {
  issue: IssueSpan;
  tag?: { key: string; value: string };
  environment?: string;
  /** Those that happened from this moment on. */
  since?: number;
  cursor?: string;
  limit: number;
};

export type EventSummary = {
  projectId: ProjectId;
  eventId: EventId;
  issueId: IssueId;
  /** When it happened, never after its receipt: its day, and its place among the others (`happenedAt`). */
  at: number;
  /** As its sender says, by our clock. */
  timestamp: number;
  level: Level;
  title: string;
  environment?: string;
  release?: string;
  /** How the page names the user: id, mail address or IP. */
  user?: string;
  traceId?: string;
  /** The span that was active when it happened; of its trace, where the SDK says so. */
  spanId?: string;
  tags: [key: string, value: string][];
};

export type StoredEvent = EventSummary & {
  hash: FingerprintHash;
  /** The event as received, secrets scrubbed: UTF-8 JSON. Pages read it anew through `ingest`. */
  body: string;
};

// ── ledger and settings ─────────────────────────────────────────────────────

export interface OutcomeStore {
  /** Adds to the hourly counters. */
  add(entries: OutcomeEntry[]): Promise<void>;
  /** Hours at or after `since`, oldest first. */
  read(projectId: ProjectId, since: number): Promise<OutcomeEntry[]>;
}

/** Small facts of the instance: what set-up links are made with, for one. */
export interface SettingStore {
  get(name: string): Promise<string | undefined>;
  set(name: string, value: string): Promise<void>;
  /** Sets it unless it is there, and returns what is there then: of many that ask at once, all get the same. */
  keep(name: string, value: string): Promise<string>;
  remove(name: string): Promise<void>;
}
