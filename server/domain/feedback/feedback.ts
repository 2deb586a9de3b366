import type { EventId, IssueId, ProjectId, TraceId } from "#server/domain/ids.ts";

/** What a user of the monitored application wrote (SPEC section 3, Feedback). */
export type Feedback = {
  /** Its own: what is attached to it carries it, and a repetition is known by it. */
  feedbackId: EventId;
  receivedAt: number;
  /** Plain text, lines kept. */
  message: string;
  /** As they said it, unchecked. */
  name?: string;
  email?: string;
  /** The page they were on. */
  url?: string;
  environment?: string;
  release?: string;
  traceId?: TraceId;
  /** The error that it is about; it may not have arrived, or never arrive. */
  aboutEvent?: EventId;
};

/** `unread → resolved | spam`, and back. */
export const feedbackStates = ["unread", "resolved", "spam"] as const;
export type FeedbackState = (typeof feedbackStates)[number];

export const parseFeedbackState = (text: unknown): FeedbackState | undefined =>
  feedbackStates.find((state) => state === text);

/** As it is in storage. */
export type StoredFeedback = Feedback & {
  id: number;
  projectId: ProjectId;
  state: FeedbackState;
  /** Known once its event has arrived. */
  issue?: { id: IssueId; shortId: string; type: string; value: string };
};

/** Characters that are kept of each field; 4,096 is what SDKs allow a message (PROTOCOL A.6). */
export const feedbackMax = { message: 4_096, name: 100, email: 254, url: 2_000 } as const;
