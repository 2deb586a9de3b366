import { type ShownAttachment, shownAttachment } from "#app/ui/attachments.tsx";
import type { AskedInProject } from "#app/guard.ts";
import { withTraces } from "#app/routes/traces/with-traces.ts";
import type { StoredFeedback } from "#server/domain/feedback/feedback.ts";

/** User feedback, and its images. */
export type ShownFeedback = StoredFeedback & { hasTrace: boolean; attachments: ShownAttachment[] };

/** Files of feedback have the feedback's ID, like those of an event have the event's. */
export async function shownFeedback(
  asked: Pick<AskedInProject, "services" | "project">,
  rows: StoredFeedback[],
): Promise<ShownFeedback[]> {
  const { services, project } = asked;
  return Promise.all(
    (await withTraces(asked, rows, ({ receivedAt }) => receivedAt)).map(async (row) => {
      const of = { projectId: project.id, eventId: row.feedbackId, receivedAt: row.receivedAt };
      const attachments = await services.store.attachments.list(of);
      return { ...row, attachments: attachments.map(shownAttachment) };
    }),
  );
}
