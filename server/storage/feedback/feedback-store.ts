import type { Feedback, FeedbackState, StoredFeedback } from "#server/domain/feedback/feedback.ts";
import type { EventId, IssueId, ProjectId } from "#server/domain/ids.ts";
import type { Page } from "#server/storage/store.ts";

/** User feedback. Linked to its event's issue when both have arrived, in either order. */
export interface FeedbackStore {
  /** Newest first. */
  list(filter: FeedbackFilter): Promise<Page<StoredFeedback>>;
  counts(projectId: ProjectId): Promise<{ [state in FeedbackState]: number }>;
  /** Number of unread feedback, at most `most`. */
  countUnread(projectId: ProjectId, most: number): Promise<number>;
  /** Number for the issue, without spam. */
  countOf(projectId: ProjectId, issueId: IssueId): Promise<number>;
  /** Newest first, at most 50, without spam. */
  aboutEvent(projectId: ProjectId, eventId: EventId): Promise<StoredFeedback[]>;
  /** Returns how many of these the project has. */
  setState(projectId: ProjectId, ids: number[], state: FeedbackState): Promise<number>;
}

export type FeedbackFilter = {
  projectId: ProjectId;
  state?: FeedbackState;
  /** Excludes spam if an issue is given. */
  issueId?: IssueId;
  environment?: string;
  /** Received at or after. */
  since?: number;
  /** Part of message, name, email address, or page URL; case-insensitive. */
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
