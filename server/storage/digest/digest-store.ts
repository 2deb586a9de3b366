import type { GroupingAlgorithm } from "#server/domain/grouping/grouping.ts";
import type { EventId, FingerprintHash, IssueId, ProjectId } from "#server/domain/ids.ts";
import type { Activity } from "#server/domain/issue/activity.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { OutcomeEntry } from "#server/domain/outcomes.ts";
import type { KnownSession } from "#server/domain/release/session.ts";
import type { SessionChange } from "#server/storage/releases/release-store.ts";
import type { MonitorTransaction } from "#server/storage/monitors/monitor-store.ts";
import type {
  NewAttachment,
  ReceivedAttachment,
} from "#server/storage/attachments/attachment-store.ts";
import type { NameTransaction } from "#server/storage/names/name-store.ts";
import type { NewFeedback } from "#server/storage/feedback/feedback-store.ts";
import type { RollupChange, VitalChange } from "#server/storage/rollups/rollup-store.ts";
import type {
  EdgeChange,
  TraceChange,
  TraceTransaction,
} from "#server/storage/traces/trace-store.ts";
import type { EventSummary } from "#server/storage/events/event-store.ts";
import type { StoredFingerprint } from "#server/storage/issues/issue-store.ts";

/**
 * Everything a batch needs, in few calls over the whole batch, so that an engine can use set-based
 * SQL.
 */
export interface DigestTransaction extends TraceTransaction, NameTransaction {
  /**
   * Which of these events are stored already; keys are `eventKey`. Checks the days of receipt,
   * before receipt, and of the event; the two newest days if no time is given.
   */
  duplicates(events: AskedEvent[]): Promise<Set<string>>;
  /** Which late events can be stored on the day they happened, in order. */
  acceptsLate(events: LateEvent[]): Promise<boolean[]>;
  /** The issues that own these fingerprints, by `fingerprintKey`. */
  issuesFor(
    fingerprints: { projectId: ProjectId; hash: FingerprintHash }[],
  ): Promise<Map<string, Issue>>;
  /** In the order given. Assigns IDs and running numbers; count and userCount start at 0. */
  createIssues(issues: NewIssue[]): Promise<Issue[]>;
  /** Number of a project's issues created from `from` until before `until`. */
  issuesCreated(asked: { projectId: ProjectId; from: number; until: number }): Promise<number>;
  /** Records users per issue. Returns how many were new to each. */
  countUsers(seenUsers: SeenUser[]): Promise<Map<IssueId, number>>;
  /** Which events have a discarded fingerprint (`DiscardStore`). Counts them there. */
  discard(
    events: { projectId: ProjectId; hashes: FingerprintHash[]; receivedAt: number }[],
  ): Promise<boolean[]>;
  /** First-seen times of these releases, by `releaseKey`; unknown ones are omitted. */
  releasesSeen(releases: { projectId: ProjectId; version: string }[]): Promise<Map<string, number>>;
  /** Monitors and their check-ins, in the batch's transaction. */
  readonly monitors: MonitorTransaction;
  /** Which feedback is stored already, by `feedbackKey`. */
  feedbackKept(feedback: { projectId: ProjectId; feedbackId: EventId }[]): Promise<Set<string>>;
  /**
   * The issues of these events, by `eventKey`, over all stored days, excluding events of this
   * batch.
   */
  issuesOfEvents(
    events: { projectId: ProjectId; eventId: EventId }[],
  ): Promise<Map<string, IssueId>>;
  /** Which files are stored already, by `attachmentKey`. Checks the same days as for events. */
  attachmentsKept(attachments: ReceivedAttachment[]): Promise<Set<string>>;
  /**
   * State of these sessions, by `sessionKey`, if processes share it. Undefined for a single
   * process, which keeps it in memory.
   */
  sessionsHeard(sessions: SessionName[]): Promise<Map<string, KnownSession> | undefined>;
  /**
   * Records the digests of replayed requests for the lifetime of the instance. Returns those not
   * known before. A digest is returned to one caller only, once the transaction commits.
   */
  claimReplayed(digests: string[], at: number): Promise<Set<string>>;
  save(changes: DigestChanges): Promise<void>;
}

export type AskedEvent = {
  projectId: ProjectId;
  eventId: EventId;
  receivedAt?: number;
  at?: number;
};

/** An event received on a later day than it happened. */
export type LateEvent = { projectId: ProjectId; receivedAt: number; at: number };

/** `every`: one in this many users is tracked, by hash, and counts for all of them. Default: 1. */
export type SeenUser = { projectId: ProjectId; issueId: IssueId; user: string; every?: number };

export type SessionName = { projectId: ProjectId; sid: string };
export type SharedSession = SessionName & { heardAt: number; known: KnownSession };

export const eventKey = (event: { projectId: ProjectId; eventId: EventId }) =>
  `${event.projectId}:${event.eventId}`;
export const releaseKey = (release: { projectId: ProjectId; version: string }) =>
  `${release.projectId}:${release.version}`;
export const sessionKey = ({ projectId, sid }: SessionName) => `${projectId}:${sid}`;
export const fingerprintKey = (print: { projectId: ProjectId; hash: FingerprintHash }) =>
  `${print.projectId}:${print.hash}`;

export type NewIssue = Omit<
  Issue,
  "id" | "number" | "shortId" | "count" | "userCount" | "assignee"
> & {
  hash: FingerprintHash;
  algorithm: GroupingAlgorithm;
  /** Receipt time of its first event. */
  createdAt: number;
  /** Additional searched lines (`domain/event/searched-text.ts`). */
  searched?: string;
};

export type NewFingerprint = StoredFingerprint & { projectId: ProjectId; issueId: IssueId };

/** Position after the last digested record of a spool segment. */
export type SpoolCursor = { segment: number; offset: number };

/** Whether a record that ends at `end` is stored when everything up to `stored` is. */
export const reaches = (stored: SpoolCursor, end: SpoolCursor): boolean =>
  stored.segment > end.segment || (stored.segment === end.segment && stored.offset >= end.offset);

/** End of each project's part of a batch in the spool. */
export type PartEnds = ReadonlyMap<ProjectId, SpoolCursor>;

/**
 * Parts of a batch that are stored now or were before. Another process is storing the projects of
 * the rest. `result` is absent if nothing was left to store.
 */
type StoredParts<Result> = { stored: Set<ProjectId>; result?: Result };

/** For processes that share projects: each stores a batch by project. */
export interface SharedDigest {
  /**
   * Like `digest`, for parts whose project no other process is storing, without waiting for the
   * rest. `work` receives the projects it may store. `cursor`: position up to which this process's
   * whole spool is stored.
   */
  digestParts<Result>(
    work: (transaction: DigestTransaction, projects: Set<ProjectId>) => Promise<Result>,
    ends: PartEnds,
    cursor: SpoolCursor | undefined,
  ): Promise<StoredParts<Result>>;
  /**
   * How far this process's spool is stored, by project. Everything before `digested` is stored in
   * any case.
   */
  partsDigested(): Promise<PartEnds>;
}

/**
 * `firstAt` and `lastAt`: times of the data, which order releases. `receivedAt`: first receipt,
 * which alert rules use.
 */
export type SeenRelease = {
  projectId: ProjectId;
  version: string;
  firstAt: number;
  lastAt: number;
  receivedAt: number;
};

export type DigestChanges = {
  events: NewEvent[];
  /** One row per issue; counts are increments. */
  issues: IssueChange[];
  activities: (Activity & { projectId: ProjectId })[];
  /** Increments. `hour`: start of a UTC hour in milliseconds. */
  hours: {
    projectId: ProjectId;
    issueId: IssueId;
    environment: string;
    hour: number;
    count: number;
  }[];
  late: LateArrival[];
  /**
   * Increments. Above 1,000 values of a key in an issue, new values count only in the key's total.
   */
  tags: {
    projectId: ProjectId;
    issueId: IssueId;
    key: string;
    value: string;
    count: number;
    lastSeen: number;
  }[];
  releases: SeenRelease[];
  /** Increments. */
  sessions: SessionChange[];
  /** Each replaces the known state, if processes share it. */
  heard: SharedSession[];
  /** Additional fingerprints of issues. One that already leads to an issue is unchanged. */
  fingerprints: NewFingerprint[];
  /** One row per trace. */
  traces: TraceChange[];
  /** Increments. */
  edges: EdgeChange[];
  /** Increments. */
  rollups: RollupChange[];
  /** Linked with their events, including those of this batch. Existing feedback is unchanged. */
  feedback: NewFeedback[];
  attachments: NewAttachment[];
  /** Each replaces an earlier one with the same ID. */
  vitals: VitalChange[];
  outcomes: OutcomeEntry[];
  /**
   * How far this process's spool is stored after the batch. A batch that ends at or before the
   * stored cursor is skipped. Absent for a part of a batch, whose duplicates are found by ID.
   */
  cursor?: SpoolCursor;
  /** The same by project, for parts that are stored on their own. */
  ends?: PartEnds;
};

/** An event received long after it happened. Alert windows count it by receipt. */
export type LateArrival = {
  projectId: ProjectId;
  issueId: IssueId;
  environment: string;
  receivedAt: number;
  at: number;
  user?: string;
};

export type NewEvent = EventSummary & {
  hash: FingerprintHash;
  /** The amount of detail: a richer event is a better example. */
  richness: number;
  body: Uint8Array;
};

export type IssueChange = Pick<
  Issue,
  | "id"
  | "projectId"
  | "type"
  | "value"
  | "culprit"
  | "level"
  | "state"
  | "firstSeen"
  | "lastSeen"
  | "unhandled"
> & {
  countBy: number;
  usersBy: number;
  /**
   * Set if the batch has the issue's newest event: title, level, and `unhandled` come from it, and
   * it happened at `lastSeen`.
   */
  newestEventId?: EventId;
  firstRelease?: string;
  lastRelease?: string;
  searched?: string;
};
