import type { ProjectId } from "#server/domain/ids.ts";
import type { Activity } from "#server/domain/issue/activity.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { NewBulkAct } from "#server/storage/bulk/bulk-store.ts";
import type { Query } from "#server/storage/database.ts";
import type { Move } from "./standing.ts";

/**
 * A transaction that changes issues: the statements that both engines share, and what each engine
 * does in its own way.
 */
export type IssueTransaction = {
  query: Query;
  /**
   * Adds entries to the log of activities, as late in the transaction as may be. Returns their ids.
   */
  log(projectId: ProjectId, activities: Activity[]): Promise<number[]>;
  /**
   * Counts issues as they are now and no longer as they were. SQLite's triggers do so by
   * themselves.
   */
  countMoves(projectId: ProjectId, moves: Move[]): Promise<void>;
  /** Deletes issues that the transaction holds. `discardFor`: who wants nothing more of them. */
  remove(projectId: ProjectId, issues: Issue[], discardFor?: NewBulkAct): Promise<void>;
};

export type IssueDatabase = {
  query: Query;
  /** As in `Database`. */
  transaction<T>(work: (transaction: IssueTransaction) => Promise<T>): Promise<T>;
};
