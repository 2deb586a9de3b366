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
 * Everything a batch needs, in few calls each over the whole batch, so that an engine can answer
 * with set-wise SQL.
 */
export interface DigestTransaction extends TraceTransaction, NameTransaction {
  /**
   * Which of these events are kept already; keys are `eventKey`. Asked are the day of receipt, the
   * day before it, and the day on which it happened; the two newest days where no time is given.
   */
  duplicates(events: AskedEvent[]): Promise<Set<string>>;
  /** Which of these late events can be kept on the day on which they happened, in their order. */
  takesLate(events: LateEvent[]): Promise<boolean[]>;
  /** The issues that own these fingerprints, by `fingerprintKey`. */
  issuesFor(
    fingerprints: { projectId: ProjectId; hash: FingerprintHash }[],
  ): Promise<Map<string, Issue>>;
  /** In the order given; ids and running numbers are assigned, count and userCount start at 0. */
  createIssues(issues: NewIssue[]): Promise<Issue[]>;
  /** How many of a project's issues were created from `from` and before `until`. */
  issuesCreated(asked: { projectId: ProjectId; from: number; until: number }): Promise<number>;
  /** Remembers who was seen in which issue; returns how many of them were new to it. */
  countUsers(seenUsers: SeenUser[]): Promise<Map<IssueId, number>>;
  /**
   * Which of these events have a fingerprint that is discarded (`DiscardStore`), and counts them
   * there.
   */
  discard(
    events: { projectId: ProjectId; hashes: FingerprintHash[]; receivedAt: number }[],
  ): Promise<boolean[]>;
  /** When these releases were first seen, by `releaseKey`; those never seen are left out. */
  releasesSeen(releases: { projectId: ProjectId; version: string }[]): Promise<Map<string, number>>;
  /** Monitors and their check-ins, in the batch's transaction. */
  readonly monitors: MonitorTransaction;
  /** Which feedback is kept already, by `feedbackKey`. */
  feedbackKept(feedback: { projectId: ProjectId; feedbackId: EventId }[]): Promise<Set<string>>;
  /**
   * The issues that these events are in, by `eventKey`, of all days that are kept; events of this
   * batch are not among them.
   */
  issuesOfEvents(
    events: { projectId: ProjectId; eventId: EventId }[],
  ): Promise<Map<string, IssueId>>;
  /**
   * Which files are kept already, by `attachmentKey`: the same days are asked as of their events.
   */
  attachmentsKept(attachments: ReceivedAttachment[]): Promise<Set<string>>;
  /**
   * What is known of these sessions, by `sessionKey`, where processes know it together. Undefined
   * where one process takes all there is, and remembers by itself.
   */
  sessionsHeard(sessions: SessionName[]): Promise<Map<string, KnownSession> | undefined>;
  /**
   * Remembers requests that are taken in by a replay, by their digests, for as long as the instance
   * exists. Returns those that were not known: anyone who gets a digest here is the only one,
   * provided that the transaction is committed.
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

/** An event that was received on a later day than that on which it happened. */
export type LateEvent = { projectId: ProjectId; receivedAt: number; at: number };

/**
 * `every`: one user of so many is told apart, by hash, and counts for all of them; 1 where it is
 * absent.
 */
export type SeenUser = { projectId: ProjectId; issueId: IssueId; user: string; every?: number };

export type SessionName = { projectId: ProjectId; sid: string };
export type HeardSession = SessionName & { heardAt: number; known: KnownSession };

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
  /** When its first event was received. */
  createdAt: number;
  /** Further lines that it is searched by (`domain/event/searched-text.ts`). */
  searched?: string;
};

export type NewFingerprint = StoredFingerprint & { projectId: ProjectId; issueId: IssueId };

/** Position after the last digested record of a spool segment. */
export type SpoolCursor = { segment: number; offset: number };

/** Whether what ends at `end` is stored once everything up to `stored` is. */
export const reaches = (stored: SpoolCursor, end: SpoolCursor): boolean =>
  stored.segment > end.segment || (stored.segment === end.segment && stored.offset >= end.offset);

/** Where each project's part of a batch ends in the spool. */
export type PartEnds = ReadonlyMap<ProjectId, SpoolCursor>;

/**
 * Parts of a batch that are stored now, or were before; another process is storing to the projects
 * of the others. `result` is absent where nothing was left to store.
 */
type StoredParts<Result> = { stored: Set<ProjectId>; result?: Result };

/** Where processes share projects, each stores a batch by project. */
export interface SharedDigest {
  /**
   * As `digest`, of those parts whose project no other process is storing to, without waiting for
   * the others. `work` is given the projects that it may store. `cursor` is where all of this
   * process's spool before is stored.
   */
  digestParts<Result>(
    work: (transaction: DigestTransaction, projects: Set<ProjectId>) => Promise<Result>,
    ends: PartEnds,
    cursor: SpoolCursor | undefined,
  ): Promise<StoredParts<Result>>;
  /**
   * How far this process's spool is stored, by project. What is before `digested` is stored in any
   * case.
   */
  partsDigested(): Promise<PartEnds>;
}

/**
 * `firstAt` and `lastAt`: when what names the release happened, which orders releases.
 * `receivedAt`: when it was first received, which is news for alert rules.
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
  /** One row an issue; the counts are increments. */
  issues: IssueChange[];
  activities: (Activity & { projectId: ProjectId })[];
  /** Increments; `hour` is the start of a UTC hour in milliseconds. */
  hours: {
    projectId: ProjectId;
    issueId: IssueId;
    environment: string;
    hour: number;
    count: number;
  }[];
  late: LateArrival[];
  /**
   * Increments. Beyond 1,000 values a key in an issue, new values are counted in the key's total
   * alone.
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
  /** Each takes the place of what was known of it, where processes know it together. */
  heard: HeardSession[];
  /** Further fingerprints of issues; one that leads to an issue already stays there. */
  fingerprints: NewFingerprint[];
  /** One row a trace. */
  traces: TraceChange[];
  /** Increments. */
  edges: EdgeChange[];
  /** Increments. */
  rollups: RollupChange[];
  /**
   * Joined with the events that they are about, those of this batch too; what is kept already is
   * left as it is.
   */
  feedback: NewFeedback[];
  attachments: NewAttachment[];
  /** Each takes the place of an earlier one with the same id. */
  vitals: VitalChange[];
  outcomes: OutcomeEntry[];
  /**
   * Where this process's spool is stored to once the batch is. A batch that ends where one ended
   * before is there already, and nothing of it is kept again. Absent of a piece of a batch: if that
   * comes again it is known by its ids.
   */
  cursor?: SpoolCursor;
  /** The same by project, of parts that are stored by themselves. */
  ends?: PartEnds;
};

/** An event that was received long after it happened: alert windows count it by its receipt. */
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
  /** How much there is to see: the more the better an example. */
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
   * Present when the batch brought the newest event: name, level, and `unhandled` are this event's,
   * which happened at `lastSeen`.
   */
  newestEventId?: EventId;
  firstRelease?: string;
  lastRelease?: string;
  searched?: string;
};
