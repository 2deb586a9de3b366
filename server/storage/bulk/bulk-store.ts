import type { IssueId, ProjectId } from "#server/domain/ids.ts";
import type { LoggedAct } from "#server/domain/issue/activity.ts";
import type { BulkAct, BulkDecision } from "#server/domain/issue/bulk-act.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { IssueBefore, Transition } from "#server/domain/issue/triage.ts";

/** Bulk actions on issues. Each slice is one transaction; undo is possible for a day. */
export interface BulkStore {
  /** Includes the first slice, so a small action is complete when this returns. */
  begin(act: NewBulkAct, first: BulkSlice, decide: DecideIssue): Promise<BulkAct>;
  find(projectId: ProjectId, id: number): Promise<BulkAct | undefined>;
  /** Actions and undos in progress, oldest first. */
  underWay(): Promise<BulkAct[]>;
  /** The next slice. Does nothing if another process has done it (`bulk.cursor` has moved). */
  advance(bulk: BulkAct, slice: BulkSlice, decide: DecideIssue): Promise<BulkAct>;
  /** Starts the undo; undefined if this action can't be undone. */
  beginUndo(projectId: ProjectId, id: number): Promise<BulkAct | undefined>;
  /** One slice of the undo. Skips issues whose same part has changed since. */
  advanceUndo(
    id: number,
    limit: number,
    undo: (issue: Issue, before: IssueBefore) => Transition,
  ): Promise<BulkAct>;
  /** Deletes older actions. */
  evict(before: number): Promise<number>;
}

export type NewBulkAct = Pick<
  BulkAct,
  "projectId" | "by" | "at" | "act" | "seen" | "filter" | "total"
>;

/** `cursor`: start of the next slice; undefined for the last. */
export type BulkSlice = { issueIds: IssueId[]; cursor?: string };

export type DecideIssue = (issue: Issue, since: (after: number) => LoggedAct[]) => BulkDecision;
