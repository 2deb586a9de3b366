import type { IssueId, ProjectId, UserId } from "#server/domain/ids.ts";
import type { Activity } from "#server/domain/issue/activity.ts";
import type { DeleteAct, TriageAct } from "#server/domain/issue/act.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { Transition } from "#server/domain/issue/triage.ts";
import type { IssueFilter } from "#server/storage/store.ts";

/** What people do to many issues at once: done in slices, remembered for a day so that it can be taken back. */
export interface BulkStore {
  begin(act: NewBulkAct): Promise<BulkAct>;
  find(projectId: ProjectId, id: number): Promise<BulkAct | undefined>;
  /** Those that act or undo, oldest first. */
  underWay(): Promise<BulkAct[]>;
  /** One slice in one transaction; `cursor` is where the next one begins, undefined: this was the last. */
  advance(id: number, slice: { issueIds: IssueId[]; cursor?: string }, decide: DecideSlice): Promise<BulkAct>;
  /** From now on it is being taken back; undefined when it is not one that can be. */
  beginUndo(projectId: ProjectId, id: number): Promise<BulkAct | undefined>;
  /** One slice of that: issues on which the same part was changed since are left alone. */
  advanceUndo(id: number, limit: number, undo: (issue: Issue, before: IssueBefore) => Transition): Promise<BulkAct>;
  /** Forgets those of before. */
  evict(before: number): Promise<number>;
}

/** How an issue stood before an act. */
export type IssueBefore = { state: Issue["state"]; assignee?: UserId };

/**
 * What becomes of an issue. `since`: what happened to it after an entry of the log, oldest first. `conflict`: somebody else
 * has acted, and it is left as it is.
 */
export type DecideSlice = (
  issue: Issue,
  since: (after: number) => LoggedAct[],
) => Transition | DeleteAct | "conflict" | undefined;

/** Names beside ids: who did it, and whom it was assigned to. */
export type LoggedAct = Activity & { id: number; byName?: string; toName?: string };

/** Releases are those that were known when it was begun (`Circumstances`). */
export type StoredAct = (TriageAct | DeleteAct) & { releases?: string[] };

export type BulkFilter = Pick<IssueFilter, "query" | "environment" | "since" | "until">;

export type NewBulkAct = {
  projectId: ProjectId;
  by: UserId;
  at: number;
  act: StoredAct;
  /** The newest activity when the form was made: acts of others after it are conflicts. */
  seen?: number;
  /** Of those for all that match. */
  filter?: BulkFilter;
  total: number;
};

export type BulkAct = NewBulkAct & {
  id: number;
  cursor?: string;
  stage: "acting" | "done" | "undoing" | "undone";
  /** Issues looked at; those of them that became another state, were given to somebody, deleted. */
  done: number;
  changed: number;
  conflicts: number;
  /** By undoing: issues that stand as before, and those that were changed since and left alone. */
  restored: number;
  leftAlone: number;
};
