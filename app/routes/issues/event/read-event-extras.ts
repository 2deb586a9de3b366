import type { AskedAboutIssue } from "#app/guard.ts";
import { type ShownFeedback, shownFeedback } from "#app/routes/feedback/shown-feedback.ts";
import { type ShownAttachment, shownAttachment } from "#app/ui/attachments.tsx";
import { type ErrorEvent, happenedAt } from "#server/domain/event/error-event.ts";

/** Files and feedback of an event. */
export type EventExtras = { attachments: ShownAttachment[]; feedback: ShownFeedback[] };

export async function readEventExtras(
  asked: AskedAboutIssue,
  event: Pick<ErrorEvent, "eventId" | "receivedAt" | "timestamp">,
): Promise<EventExtras> {
  const { store } = asked.services;
  const projectId = asked.project.id;
  const { eventId, receivedAt } = event;
  const [attachments, feedback] = await Promise.all([
    store.attachments.list({ projectId, eventId, receivedAt, at: happenedAt(event) }),
    store.feedback.aboutEvent(projectId, eventId),
  ]);
  return {
    attachments: attachments.map(shownAttachment),
    feedback: await shownFeedback(asked, feedback),
  };
}
