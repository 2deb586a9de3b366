import type { Feedback, FeedbackState, StoredFeedback } from "#server/domain/feedback/feedback.ts";
import type { EventId, IssueId, ProjectId } from "#server/domain/ids.ts";
import type { Page } from "#server/storage/store.ts";

/**
 * What people wrote. It follows the event it is about: into its issue when that becomes known, no
 * matter which came first.
 */
export interface FeedbackStore {
  /** The newest first. */
  list(filter: FeedbackFilter): Promise<Page<StoredFeedback>>;
  counts(projectId: ProjectId): Promise<{ [state in FeedbackState]: number }>;
  /** How many are unread, at most `most`. */
  countUnread(projectId: ProjectId, most: number): Promise<number>;
  /** How many are about the issue, spam left out. */
  countOf(projectId: ProjectId, issueId: IssueId): Promise<number>;
  /** Newest first, at most 50, spam left out. */
  aboutEvent(projectId: ProjectId, eventId: EventId): Promise<StoredFeedback[]>;
  /** How many there were of these in the project. */
  setState(projectId: ProjectId, ids: number[], state: FeedbackState): Promise<number>;
}

export type FeedbackFilter = {
  projectId: ProjectId;
  state?: FeedbackState;
  /** Spam is left out where an issue is asked about. */
  issueId?: IssueId;
  environment?: string;
  /** Received at or after. */
  since?: number;
  /** Part of message, name, email address, or page URL; case is ignored. */
  text?: string;
  cursor?: string;
  limit: number;
};

export type NewFeedback = Feedback & { projectId: ProjectId; issueId?: IssueId };

export const feedbackKey = ({
  projectId,
  feedbackId,
}: {
  projectId: ProjectId;
  feedbackId: EventId;
}) => `${projectId}:${feedbackId}`;
