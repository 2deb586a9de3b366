import type { GroupingAlgorithm } from "#server/domain/grouping/grouping.ts";
import type { FingerprintHash, IssueId, ProjectId } from "#server/domain/ids.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { Actor } from "#server/domain/issue/state.ts";
import type { EventSummary, IssueSpan, StoredEvent } from "#server/storage/events/event-store.ts";
import type { IssueName } from "#server/storage/issues/issue-store.ts";
import type { Page } from "#server/storage/store.ts";

/**
 * Which issues are one, and which are not: what people decided about it. Fingerprints lead to where
 * they were put last, for ever; a batch of the digest comes wholly before an act or wholly after
 * it.
 */
export interface GroupingStore {
  /**
   * Takes issues into another of their project, all in one transaction: fingerprints, counters,
   * activities and whatever else names them. They are gone; `issues.find` by their id or number
   * answers with the issue they are part of. Their events follow in slices (`moveEvents`).
   * Undefined when the target is no issue; others that are none are passed over.
   */
  merge(
    projectId: ProjectId,
    merge: { from: IssueId[]; into: IssueId } & Act,
  ): Promise<Issue | undefined>;
  /**
   * Makes an issue of some of another's fingerprints: the one they came from by a merge, where all
   * of them did and it is not alive, else a new one. It begins with no events; they and what they
   * count follow in slices (`moveEvents`), as far as they are kept: what is older stays counted
   * where it was. "unknown": a fingerprint is none of the issue's. "whole": nothing would be left.
   * "moving": an earlier act is not done.
   */
  split(
    projectId: ProjectId,
    split: { issue: IssueId; hashes: FingerprintHash[]; name: IssueName } & Act,
  ): Promise<Issue | "unknown" | "whole" | "moving">;
  /** Does a slice of what merges and splits have left to do; false: there is nothing. */
  moveEvents(): Promise<boolean>;
  /** Whether events of the issue are still on their way to or from it. */
  isMoving(projectId: ProjectId, issueId: IssueId): Promise<boolean>;
  /**
   * Its fingerprints, the last seen first, counted in the newest events of each day: all, or those
   * asked for.
   */
  parts(issue: IssueSpan, deadlineMs: number, asked?: PartsAsked): Promise<IssueParts>;
  /** Issues that share words with it, the likeliest first: to be looked at more closely. */
  candidates(issue: Issue, limit: number): Promise<Issue[]>;
  /**
   * The project's newest events since a time, newest first. A page looks at `limit` events of any
   * project.
   */
  newest(asked: {
    projectId: ProjectId;
    since: number;
    limit: number;
    cursor?: string;
  }): Promise<Page<StoredEvent>>;
  /** The issue that a fingerprint leads to. */
  owner(projectId: ProjectId, hash: FingerprintHash): Promise<IssueId | undefined>;
  /**
   * How many users of the first issue are users of the second, too. At most `limit` of the first
   * are looked up: a random sample, as they are stored by their hash.
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
  /** The issue it came from by a merge, and whether that can be alive again. */
  origin?: { id: IssueId; shortId: string };
  /** Events counted; 0: none is kept, or none was reached. */
  events: number;
  latest?: Pick<EventSummary, "eventId" | "at" | "title">;
};

/** `query`: those whose hash or newest title has it in it, without case. */
export type PartsAsked = { query?: string; limit: number };

export type IssueParts = {
  parts: IssuePart[];
  /** How many match; of an issue with more than 20,000 the others are not looked at. */
  total: number;
  /** Set when time ran out: events before it were not counted. */
  countedTo?: number;
  /** Set when a day had more events of the issue than are counted: how many are, the newest. */
  countedPerDay?: number;
  /** The oldest day of which events are kept, its beginning. */
  keptFrom?: number;
};
