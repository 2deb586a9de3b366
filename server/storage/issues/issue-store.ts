import type { GroupingAlgorithm } from "#server/domain/grouping/grouping.ts";
import type { FingerprintHash, IssueId, ProjectId, UserId } from "#server/domain/ids.ts";
import type { Activity, ActivityKind, LoggedAct } from "#server/domain/issue/activity.ts";
import type { BulkFilter } from "#server/domain/issue/bulk-act.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { Transition } from "#server/domain/issue/triage.ts";
import type { NewFingerprint } from "#server/storage/digest/digest-store.ts";
import type { Facets, Frequency } from "#server/storage/issue-search/facet-store.ts";
import type { Page } from "#server/storage/store.ts";

export interface IssueStore extends TriageReads {
  /**
   * A page may end short of its limit, or empty, and still have a `next`: finding more would have
   * taken too long, and continues from there.
   */
  list(filter: IssueFilter): Promise<Page<Issue>>;
  /** How many issues are in each tab, under the same environment. */
  counts(projectId: ProjectId, environment?: string): Promise<IssueCounts>;
  /** By id or by running number; one that was merged is found as the issue it is part of. */
  find(projectId: ProjectId, by: { id: IssueId } | { number: number }): Promise<Issue | undefined>;
  /** Several as `find` finds each, by the id or number asked for; those not found are left out. */
  findEach(
    projectId: ProjectId,
    by: { ids: IssueId[] } | { numbers: number[] },
  ): Promise<Map<number, Issue>>;
  /**
   * Events per bucket for each issue, oldest first, all lists equally long. Buckets are whole hours
   * or whole UTC days.
   */
  trends(
    projectId: ProjectId,
    issueIds: IssueId[],
    window: TrendWindow,
  ): Promise<Map<IssueId, number[]>>;
  /**
   * Reads each issue, lets `decide` say what becomes of it, and writes state and activity, all in
   * one transaction. `decide` is pure; undefined leaves that issue alone; `since` is what happened
   * to it after an entry of the log. Returns the issues as they are afterwards, those not found
   * left out.
   */
  transition(
    projectId: ProjectId,
    issueIds: IssueId[],
    decide: (issue: Issue, since: (after: number) => LoggedAct[]) => Transition | undefined,
  ): Promise<Issue[]>;
  /**
   * Another name for an issue, and further fingerprints that lead to it; one that leads elsewhere
   * already stays there.
   */
  rename(
    projectId: ProjectId,
    issueId: IssueId,
    name: IssueName,
    fingerprints: Omit<NewFingerprint, "projectId" | "issueId">[],
  ): Promise<void>;
  /**
   * Issues that time alone moves: new ones first seen at or before `newBefore`, ignored ones whose
   * time has come.
   */
  due(at: {
    newBefore: number;
    ignoredUntil: number;
    limit: number;
  }): Promise<{ projectId: ProjectId; id: IssueId }[]>;
  /**
   * The log of all projects, oldest first, after an entry's id: what alerts, emails, and live
   * offers follow. Ids grow in the order of commits and are never used twice; issues that are gone
   * take their entries along.
   */
  activityAfter(after: number, limit: number): Promise<LoggedActivity[]>;
  /** Id of the newest entry there ever was; 0 before the first. */
  newestActivity(): Promise<number>;
  /**
   * What happened to issues of a project, the newest first: as far back as its newest entries of
   * the log reach (20,000 of all projects).
   */
  recentActivity(projectId: ProjectId, asked: RecentActivity): Promise<LoggedAct[]>;
  /** Newest first, the person's name beside each, and that of whom it was assigned to. */
  activity(projectId: ProjectId, issueId: IssueId): Promise<LoggedAct[]>;
  /** How the last seen of the issues that match are spread, so many of them at most. */
  facets(
    filter: Omit<IssueFilter, "sort" | "cursor" | "limit">,
    most: { issues: number; values: number },
  ): Promise<Facets>;
  /**
   * Keys of the project's tags, or values of one that begin with `prefix` (without case); those of
   * most issues first.
   */
  terms(
    projectId: ProjectId,
    asked: { key?: string; prefix?: string; limit: number },
  ): Promise<Frequency[]>;
  /** The keys that most events carry, each with its `values` most frequent values. */
  tags(projectId: ProjectId, issueId: IssueId, asked: TagsAsked): Promise<TagSummary[]>;
  /** How many keys there are, or how many have `query` in them (without case). */
  tagKeyCount(projectId: ProjectId, issueId: IssueId, query?: string): Promise<number>;
  /** The first seen first: at most `limit`, 1,000 unless told. */
  fingerprints(
    projectId: ProjectId,
    issueId: IssueId,
    limit?: number,
  ): Promise<StoredFingerprint[]>;
}

export type RecentActivity = {
  kinds: readonly ActivityKind["kind"][];
  since: number;
  limit: number;
};

export type LoggedActivity = Activity & { id: number; projectId: ProjectId };

export type IssueName = Pick<Issue, "type" | "value" | "culprit"> & { searched?: string };

/** Which of a project's issues, and how many of them in which order. */
export type IssueFilter = BulkFilter & {
  projectId: ProjectId;
  sort: IssueSort;
  cursor?: string;
  limit: number;
};

export const issueSorts = ["last-seen", "first-seen", "events", "users"] as const;
export type IssueSort = (typeof issueSorts)[number];

export type IssueCounts = {
  open: number;
  new: number;
  regressed: number;
  ignored: number;
  resolved: number;
  all: number;
};

type TrendWindow = { until: number; buckets: number; unit: "hour" | "day"; environment?: string };

/**
 * `keys`: at most so many, 50 unless told. `key`: this one alone. `query`: those that have it in
 * them, without case.
 */
export type TagsAsked = { values: number; keys?: number; key?: string; query?: string };

export type TagSummary = {
  key: string;
  /** Events that carry the key. */
  total: number;
  /** Distinct values; counting stops at the cap. */
  distinct: number;
  values: { value: string; count: number; lastSeen: number }[];
};

export type StoredFingerprint = {
  hash: FingerprintHash;
  algorithm: GroupingAlgorithm;
  firstSeen: number;
};

/** The part of `IssueStore` that acting on issues reads. */
interface TriageReads {
  /** What happened to an issue after an entry of the log, oldest first. */
  activitySince(projectId: ProjectId, issueId: IssueId, after: number): Promise<LoggedAct[]>;
  /** How many match; more than `upTo` are counted as that many. */
  countMatching(
    filter: Omit<IssueFilter, "sort" | "cursor" | "limit">,
    upTo: number,
  ): Promise<number>;
  /** Issues of any project that are ignored until they escalate, seen at or after. */
  waitingToEscalate(seenSince: number, limit: number): Promise<Pick<Issue, "projectId" | "id">[]>;
  /** Open issues that have not been seen since, the longest ago first. */
  inactive(projectId: ProjectId, seenBefore: number, limit: number): Promise<IssueId[]>;
  /** People who may triage in the project, by name: its developers and admins, and owners. */
  assignable(projectId: ProjectId): Promise<Assignee[]>;
}

/** `email` for what people type; pages show the name. */
export type Assignee = { id: UserId; name: string; email: string };
