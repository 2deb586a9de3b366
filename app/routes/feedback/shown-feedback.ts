import { type ShownAttachment, shownAttachment } from "#app/ui/attachments.tsx";
import type { AskedInProject } from "#app/guard.ts";
import { withTraces } from "#app/routes/traces/with-traces.ts";
import type { StoredFeedback } from "#server/domain/feedback/feedback.ts";

/** User feedback, and the images sent with it. */
export type ShownFeedback = StoredFeedback & { hasTrace: boolean; attachments: ShownAttachment[] };

/** Files of a piece of feedback carry its own id, as those of an event carry the event's. */
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
