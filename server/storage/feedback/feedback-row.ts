import {
  type FeedbackState,
  feedbackStates,
  type StoredFeedback,
} from "#server/domain/feedback/feedback.ts";
import type { IssueId, ProjectId, TraceId } from "#server/domain/ids.ts";
import type { NewFeedback } from "./feedback-store.ts";
import { idText } from "#server/storage/events/row.ts";

export type FeedbackRow = {
  id: number;
  project_id: number;
  feedback_id: Uint8Array;
  received_at: number;
  message: string;
  name: string | null;
  email: string | null;
  url: string | null;
  environment: string | null;
  release: string | null;
  trace_id: string | null;
  about_event: Uint8Array | null;
  state: number;
  issue_id: number | null;
  number: number;
  type: string;
  value: string;
  prefix: string;
};

export const codeOf = (state: FeedbackState): number => feedbackStates.indexOf(state);
export const spam = codeOf("spam");

export function feedbackOf(row: FeedbackRow): StoredFeedback {
  const { name, email, url, environment, release } = row;
  const said = Object.entries({ name, email, url, environment, release }).filter(
    ([, value]) => value !== null,
  );
  return {
    id: row.id,
    projectId: row.project_id as ProjectId,
    feedbackId: idText(row.feedback_id),
    receivedAt: row.received_at,
    message: row.message,
    ...(Object.fromEntries(said) as Partial<StoredFeedback>),
    ...(row.trace_id !== null && { traceId: row.trace_id as TraceId }),
    ...(row.about_event !== null && { aboutEvent: idText(row.about_event) }),
    state: feedbackStates[row.state]!,
    ...(row.issue_id !== null && { issue: issueOf(row) }),
  };
}

const issueOf = ({
  issue_id,
  prefix,
  number,
  type,
  value,
}: FeedbackRow): NonNullable<StoredFeedback["issue"]> => ({
  id: issue_id as IssueId,
  shortId: `${prefix}-${number}`,
  type,
  value,
});

/** The searched text. */
export const wordsOf = ({ message, name, email, url }: NewFeedback): string =>
  [message, name, email, url].join("\n").toLowerCase();
