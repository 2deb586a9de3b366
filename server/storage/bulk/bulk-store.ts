import type { IssueId, ProjectId } from "#server/domain/ids.ts";
import type { LoggedAct } from "#server/domain/issue/activity.ts";
import type { BulkAct, BulkDecision } from "#server/domain/issue/bulk-act.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { IssueBefore, Transition } from "#server/domain/issue/triage.ts";

/**
 * What people do to many issues at once: each slice is one transaction, and everything is
 * remembered for a day.
 */
export interface BulkStore {
  /** With its first slice: a small act is done when this answers. */
  begin(act: NewBulkAct, first: BulkSlice, decide: DecideIssue): Promise<BulkAct>;
  find(projectId: ProjectId, id: number): Promise<BulkAct | undefined>;
  /** Those that act or undo, oldest first. */
  underWay(): Promise<BulkAct[]>;
  /**
   * The next slice; nothing happens when another person has done it (`bulk.cursor` is no longer
   * where it stands).
   */
  advance(bulk: BulkAct, slice: BulkSlice, decide: DecideIssue): Promise<BulkAct>;
  /** From now on it is being taken back; undefined when it is not one that can be. */
  beginUndo(projectId: ProjectId, id: number): Promise<BulkAct | undefined>;
  /** One slice of that: issues on which the same part was changed since are left alone. */
  advanceUndo(
    id: number,
    limit: number,
    undo: (issue: Issue, before: IssueBefore) => Transition,
  ): Promise<BulkAct>;
  /** Forgets those of before. */
  evict(before: number): Promise<number>;
}

export type NewBulkAct = Pick<
  BulkAct,
  "projectId" | "by" | "at" | "act" | "seen" | "filter" | "total"
>;

/** `cursor` is where the next one begins; undefined: this is the last. */
export type BulkSlice = { issueIds: IssueId[]; cursor?: string };

export type DecideIssue = (issue: Issue, since: (after: number) => LoggedAct[]) => BulkDecision;
