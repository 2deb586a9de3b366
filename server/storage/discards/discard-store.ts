import type { IssueId, ProjectId } from "#server/domain/ids.ts";

/**
 * Issues that were deleted for good: what comes with their fingerprints is counted, and not kept.
 */
export interface DiscardStore {
  /** The newest first. */
  list(projectId: ProjectId): Promise<Discarded[]>;
  /**
   * What comes is kept again, in an issue of its own. False when nothing of that issue is
   * discarded.
   */
  lift(projectId: ProjectId, issueId: IssueId): Promise<boolean>;
  /** How many deleted issues still have events that are on their way out. */
  emptying(projectId: ProjectId): Promise<number>;
  /**
   * Removes a slice of the events of deleted issues from the telemetry files; false when there was
   * nothing to do.
   */
  emptySlice(): Promise<boolean>;
}

export type Discarded = {
  issueId: IssueId;
  shortId: string;
  title: string;
  at: number;
  byName?: string;
  fingerprints: number;
  /** Events that came since. */
  dropped: number;
  lastDroppedAt?: number;
};
