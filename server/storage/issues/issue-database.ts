import type { ProjectId } from "#server/domain/ids.ts";
import type { Activity } from "#server/domain/issue/activity.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { NewBulkAct } from "#server/storage/bulk/bulk-store.ts";
import type { Query } from "#server/storage/database.ts";
import type { Move } from "./stored-status.ts";

/** A transaction that changes issues: shared statements, and operations specific to each engine. */
export type IssueTransaction = {
  query: Query;
  /**
   * Adds entries to the activity log, as late in the transaction as possible. Returns their IDs.
   */
  log(projectId: ProjectId, activities: Activity[]): Promise<number[]>;
  /** Updates the counts for changed issues. SQLite's triggers do this automatically. */
  countMoves(projectId: ProjectId, moves: Move[]): Promise<void>;
  /**
   * Deletes issues that the transaction holds. `discardFor`: the user who discards future events.
   */
  remove(projectId: ProjectId, issues: Issue[], discardFor?: NewBulkAct): Promise<void>;
};

export type IssueDatabase = {
  query: Query;
  /** As in `Database`. */
  transaction<T>(work: (transaction: IssueTransaction) => Promise<T>): Promise<T>;
};
