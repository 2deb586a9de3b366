import type { IssueId, ProjectId } from "#server/domain/ids.ts";

/**
 * Issues deleted with their future events: events with their fingerprints are counted but not
 * stored.
 */
export interface DiscardStore {
  /** Newest first. */
  list(projectId: ProjectId): Promise<Discarded[]>;
  /**
   * Future events are stored again, in a new issue. False if nothing of that issue is discarded.
   */
  lift(projectId: ProjectId, issueId: IssueId): Promise<boolean>;
  /** Number of deleted issues whose events are still being removed. */
  emptying(projectId: ProjectId): Promise<number>;
  /**
   * Removes a slice of deleted issues' events from telemetry; false if there was nothing to do.
   * `of`: on a cluster, only of these projects.
   */
  emptySlice(of?: ProjectId[]): Promise<boolean>;
}

export type Discarded = {
  issueId: IssueId;
  shortId: string;
  title: string;
  at: number;
  byName?: string;
  fingerprints: number;
  /** Events discarded since. */
  dropped: number;
  lastDroppedAt?: number;
};
