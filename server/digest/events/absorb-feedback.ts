import type { Feedback } from "#server/domain/feedback/feedback.ts";
import type { IssueId, ProjectId } from "#server/domain/ids.ts";
import type { OutcomeEntry } from "#server/domain/outcomes.ts";
import { hourOf } from "#server/domain/time.ts";
import { feedbackKey, type NewFeedback } from "#server/storage/feedback/feedback-store.ts";
import { type DigestTransaction, eventKey } from "#server/storage/digest/digest-store.ts";

export type DigestFeedback = Feedback & { projectId: ProjectId };

/**
 * Stores each feedback message once, in the issue of its event. If the event has not arrived,
 * storage links them when it does.
 */
export async function absorbFeedback(
  transaction: Pick<DigestTransaction, "feedbackKept" | "issuesOfEvents">,
  batch: DigestFeedback[],
): Promise<{ feedback: NewFeedback[]; outcomes: OutcomeEntry[] }> {
  if (batch.length === 0) return { feedback: [], outcomes: [] };
  const seen = await transaction.feedbackKept(batch);
  const fresh: DigestFeedback[] = [];
  const outcomes = batch.map((each) => {
    const key = feedbackKey(each);
    const isNew = !seen.has(key);
    if (isNew) fresh.push(each);
    seen.add(key);
    return entry(each, isNew ? "kept" : "duplicate");
  });
  const issues = await transaction.issuesOfEvents(fresh.flatMap(aboutEvent));
  return { feedback: fresh.map((each) => joined(each, issues)), outcomes };
}

const aboutEvent = ({ projectId, aboutEvent: eventId }: DigestFeedback) =>
  eventId ? [{ projectId, eventId }] : [];

function joined(feedback: DigestFeedback, issues: Map<string, IssueId>): NewFeedback {
  const [event] = aboutEvent(feedback);
  const issueId = event && issues.get(eventKey(event));
  return issueId === undefined ? feedback : { ...feedback, issueId };
}

function entry(
  { projectId, receivedAt }: DigestFeedback,
  outcome: OutcomeEntry["outcome"],
): OutcomeEntry {
  return {
    projectId,
    hour: hourOf(receivedAt),
    outcome,
    category: "feedback",
    reason: "",
    quantity: 1,
  };
}
