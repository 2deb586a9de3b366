import type { GroupingAlgorithm } from "#server/domain/grouping/grouping.ts";
import type { TagSummary } from "#server/domain/event/tag-counts.ts";
import type { FingerprintHash, IssueId, ProjectId, UserId } from "#server/domain/ids.ts";
import type { Activity, ActivityKind, LoggedAct } from "#server/domain/issue/activity.ts";
import type { BulkFilter } from "#server/domain/issue/bulk-act.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { Transition } from "#server/domain/issue/triage.ts";
import type { TagValue } from "#server/domain/search/user-of-search.ts";
import type { NewFingerprint } from "#server/storage/digest/digest-store.ts";
import type { Facets, Frequency } from "#server/storage/issue-search/facet-store.ts";
import type { Page } from "#server/storage/store.ts";

export interface IssueStore extends TriageReads {
  /**
   * A page may be shorter than its limit, or empty, and still have a `next`: the search stopped at
   * its work limit and continues from there.
   */
  list(filter: IssueFilter): Promise<Page<Issue>>;
  /** Number of issues in each tab, in the same environment. */
  counts(projectId: ProjectId, environment?: string): Promise<IssueCounts>;
  /** By ID or running number. Returns the target of a merged issue. */
  find(projectId: ProjectId, by: { id: IssueId } | { number: number }): Promise<Issue | undefined>;
  /** Like `find` for several, by the requested ID or number; missing ones are omitted. */
  findEach(
    projectId: ProjectId,
    by: { ids: IssueId[] } | { numbers: number[] },
  ): Promise<Map<number, Issue>>;
  /**
   * Events per bucket for each issue, oldest first, with lists of equal length. Buckets are whole
   * UTC hours or days.
   */
  trends(
    projectId: ProjectId,
    issueIds: IssueId[],
    window: TrendWindow,
  ): Promise<Map<IssueId, number[]>>;
  /**
   * Reads each issue, calls `decide`, and writes its state and activity, in one transaction.
   * `decide` is pure; undefined leaves the issue unchanged. `since`: its activities after a log
   * entry. Returns the issues after the change; missing ones are omitted.
   */
  transition(
    projectId: ProjectId,
    issueIds: IssueId[],
    decide: (issue: Issue, since: (after: number) => LoggedAct[]) => Transition | undefined,
  ): Promise<Issue[]>;
  /**
   * Changes an issue's title and adds fingerprints. One that leads to another issue is unchanged.
   */
  rename(
    projectId: ProjectId,
    issueId: IssueId,
    name: IssueName,
    fingerprints: Omit<NewFingerprint, "projectId" | "issueId">[],
  ): Promise<void>;
  /**
   * Issues that change state by time: new ones first seen at or before `newBefore`, and ignored
   * ones whose period ended. `of`: on a cluster, only these projects.
   */
  due(at: {
    newBefore: number;
    ignoredUntil: number;
    limit: number;
    of?: ProjectId[] | undefined;
  }): Promise<{ projectId: ProjectId; id: IssueId }[]>;
  /**
   * The log of all projects after an entry, oldest first, for alerts, emails, and live updates. IDs
   * follow the order of commits and are never reused. Entries of deleted issues are deleted. `of`:
   * only these projects, whose cluster nodes alone are asked.
   */
  activityAfter(after: number, limit: number, of?: ProjectId[]): Promise<LoggedActivity[]>;
  /** ID of the newest entry ever; 0 before the first. */
  newestActivity(): Promise<number>;
  /**
   * Recent activity in a project, newest first, among the newest 20,000 entries of all projects.
   */
  recentActivity(projectId: ProjectId, asked: RecentActivity): Promise<LoggedAct[]>;
  /** Newest first, with the names of the actor and the assignee. */
  activity(projectId: ProjectId, issueId: IssueId): Promise<LoggedAct[]>;
  /** Distribution of matching issues by last seen, over at most this many. */
  facets(
    filter: Omit<IssueFilter, "sort" | "cursor" | "limit">,
    most: { issues: number; values: number },
  ): Promise<Facets>;
  /**
   * Tag keys of the project, or values of one that start with `prefix` (case-insensitive), by
   * number of issues.
   */
  terms(
    projectId: ProjectId,
    asked: { key?: string; prefix?: string; limit: number },
  ): Promise<Frequency[]>;
  /** The keys of most events, each with its `values` most frequent values. */
  tags(projectId: ProjectId, issueId: IssueId, asked: TagsAsked): Promise<TagSummary[]>;
  /**
   * Events of each issue with one of these values, and the last of them. An event may have several
   * of them: the most frequent counts. Issues without one, or after the first thousand values of an
   * issue's key, are missing.
   */
  countsOfTags(
    projectId: ProjectId,
    issueIds: IssueId[],
    anyOf: readonly TagValue[],
  ): Promise<Map<IssueId, { count: number; lastSeen: number }>>;
  /** Number of keys, or of those that contain `query` (case-insensitive). */
  tagKeyCount(projectId: ProjectId, issueId: IssueId, query?: string): Promise<number>;
  /** First seen first; at most `limit`, default 1,000. */
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

/** Which issues of a project, how many, and in which order. */
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
 * `keys`: maximum number, default 50. `key`: only this one. `query`: keys that contain it,
 * case-insensitive.
 */
export type TagsAsked = { values: number; keys?: number; key?: string; query?: string };

export type StoredFingerprint = {
  hash: FingerprintHash;
  algorithm: GroupingAlgorithm;
  firstSeen: number;
};

/** The part of `IssueStore` used by issue actions. */
interface TriageReads {
  /** Activities of an issue after a log entry, oldest first. */
  activitySince(projectId: ProjectId, issueId: IssueId, after: number): Promise<LoggedAct[]>;
  /** Number of matches, at most `upTo`. */
  countMatching(
    filter: Omit<IssueFilter, "sort" | "cursor" | "limit">,
    upTo: number,
  ): Promise<number>;
  /** Issues ignored until escalating, seen at or after. `of`: on a cluster, only these projects. */
  waitingToEscalate(
    seenSince: number,
    limit: number,
    of?: ProjectId[],
  ): Promise<Pick<Issue, "projectId" | "id">[]>;
  /** Open issues not seen since, oldest first. */
  inactive(projectId: ProjectId, seenBefore: number, limit: number): Promise<IssueId[]>;
  /** People who can triage in the project, by name: its developers and admins, and owners. */
  assignable(projectId: ProjectId): Promise<Assignee[]>;
}

/** `email` for typed input; pages show the name. */
export type Assignee = { id: UserId; name: string; email: string };
