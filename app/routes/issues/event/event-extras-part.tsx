import { Words } from "#app/routes/feedback/words.tsx";
import { Attachments } from "#app/ui/attachments.tsx";
import type { EventExtras } from "./read-event-extras.ts";

/** User feedback on the error. */
export function FeedbackPart({
  project,
  with: came,
  now,
}: {
  project: string;
  with?: EventExtras;
  now: number;
}) {
  if (!came || came.feedback.length === 0) return null;
  return (
    <section className="part">
      <h2>Feedback</h2>
      {came.feedback.map((feedback) => (
        <Words key={feedback.id} {...{ project, feedback, now }} />
      ))}
    </section>
  );
}

export function AttachmentsPart({ project, with: came }: { project: string; with?: EventExtras }) {
  if (!came || came.attachments.length === 0) return null;
  return (
    <section className="part">
      <h2>Attachments</h2>
      <Attachments project={project} attachments={came.attachments} />
    </section>
  );
}
