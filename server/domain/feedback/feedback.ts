import type { EventId, IssueId, ProjectId, TraceId } from "#server/domain/ids.ts";

/** User feedback. */
export type Feedback = {
  /** Its own ID: for its attachments, and to detect duplicates. */
  feedbackId: EventId;
  receivedAt: number;
  /** Plain text with line breaks. */
  message: string;
  /** As entered, unverified. */
  name?: string;
  email?: string;
  /** The page with the form. */
  url?: string;
  environment?: string;
  release?: string;
  traceId?: TraceId;
  /** The related error, which may arrive later or never. */
  aboutEvent?: EventId;
};

/** `unread → resolved | spam`, and back. */
export const feedbackStates = ["unread", "resolved", "spam"] as const;
export type FeedbackState = (typeof feedbackStates)[number];

export const parseFeedbackState = (text: unknown): FeedbackState | undefined =>
  feedbackStates.find((state) => state === text);

/** As stored. */
export type StoredFeedback = Feedback & {
  id: number;
  projectId: ProjectId;
  state: FeedbackState;
  /** Set when its event has arrived. */
  issue?: { id: IssueId; shortId: string; type: string; value: string };
};

/**
 * Stored characters per field; SDKs allow 4,096 for a message (Sentry's developer docs, Envelope
 * Items).
 */
export const feedbackMax = { message: 4_096, name: 100, email: 254, url: 2_000 } as const;
