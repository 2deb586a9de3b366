import type { GroupingAlgorithm } from "#server/domain/grouping/grouping.ts";
import type { FingerprintHash, IssueId, ProjectId } from "#server/domain/ids.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { Actor } from "#server/domain/issue/state.ts";
import type { EventSummary, IssueSpan, StoredEvent } from "#server/storage/events/event-store.ts";
import type { IssueName } from "#server/storage/issues/issue-store.ts";
import type { Page } from "#server/storage/store.ts";

/**
 * Merges and unmerges of issues. A fingerprint leads to where it was last put, forever. A batch of
 * the digest is stored entirely before or after an action.
 */
export interface GroupingStore {
  /**
   * Merges issues into another of their project in one transaction: fingerprints, counters,
   * activities, and all other rows. They no longer exist; `issues.find` by their ID or number
   * returns the target. Their events follow in slices (`moveEvents`). Undefined if the target
   * doesn't exist; other missing issues are skipped.
   */
  merge(
    projectId: ProjectId,
    merge: { from: IssueId[]; into: IssueId } & Act,
  ): Promise<Issue | undefined>;
  /**
   * Creates an issue from some of another's fingerprints. Restores the merged issue they came from
   * if all came from it and it does not exist, otherwise creates a new one. Starts without events;
   * events and counts follow in slices (`moveEvents`) as far as they are stored. Older data stays
   * counted in the original issue. "unknown": a fingerprint isn't of the issue. "whole": nothing
   * would be left. "moving": an earlier action is not finished.
   */
  split(
    projectId: ProjectId,
    split: { issue: IssueId; hashes: FingerprintHash[]; name: IssueName } & Act,
  ): Promise<Issue | "unknown" | "whole" | "moving">;
  /** Runs a slice of pending merges and unmerges, of all or these projects; false if there is none. */
  moveEvents(of?: ProjectId[]): Promise<boolean>;
  /** Whether events are still being moved to or from the issue. */
  isMoving(projectId: ProjectId, issueId: IssueId): Promise<boolean>;
  /**
   * Its fingerprints, last seen first, counted over the newest events of each day: all or the given
   * ones.
   */
  parts(issue: IssueSpan, deadlineMs: number, asked?: PartsAsked): Promise<IssueParts>;
  /** Issues that share words with it, most likely first, to be compared in detail. */
  candidates(issue: Issue, limit: number): Promise<Issue[]>;
  /**
   * The project's newest events since a time, newest first. A page reads `limit` events of any
   * project.
   */
  newest(asked: {
    projectId: ProjectId;
    since: number;
    limit: number;
    cursor?: string;
  }): Promise<Page<StoredEvent>>;
  /** The issue of a fingerprint. */
  owner(projectId: ProjectId, hash: FingerprintHash): Promise<IssueId | undefined>;
  /**
   * Number of users of the first issue who are also users of the second. Checks at most `limit` of
   * the first: a random sample, because users are stored by hash.
   */
  usersInBoth(
    projectId: ProjectId,
    issues: readonly [IssueId, IssueId],
    limit: number,
  ): Promise<UsersInBoth>;
}

export type UsersInBoth = { lookedUp: number; inBoth: number };

export type Act = { at: number; by: Actor };

export type IssuePart = {
  hash: FingerprintHash;
  algorithm: GroupingAlgorithm;
  firstSeen: number;
  /** The issue it was merged from, and whether that can be restored. */
  origin?: { id: IssueId; shortId: string };
  /** Counted events; 0 if none is stored or was reached. */
  events: number;
  latest?: Pick<EventSummary, "eventId" | "at" | "title">;
};

/** `query`: matches the hash or the newest title, case-insensitive. */
export type PartsAsked = { query?: string; limit: number };

export type IssueParts = {
  parts: IssuePart[];
  /** Number of matches; only the first 20,000 of an issue are read. */
  total: number;
  /** Set on timeout: events before it were not counted. */
  countedTo?: number;
  /** Set if a day exceeds the counting limit: the number of newest events counted. */
  countedPerDay?: number;
  /** Start of the oldest stored day. */
  keptFrom?: number;
};
