import { Words } from "#app/routes/feedback/words.tsx";
import { Attachments } from "#app/ui/attachments.tsx";
import type { CameWithIt } from "./what-came-with-it.ts";

/** User feedback on the error. */
export function FeedbackPart({
  project,
  with: came,
  now,
}: {
  project: string;
  with?: CameWithIt;
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

export function AttachmentsPart({ project, with: came }: { project: string; with?: CameWithIt }) {
  if (!came || came.attachments.length === 0) return null;
  return (
    <section className="part">
      <h2>Attachments</h2>
      <Attachments project={project} attachments={came.attachments} />
    </section>
  );
}
