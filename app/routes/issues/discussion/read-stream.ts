import type { AskedAboutIssue } from "#app/guard.ts";
import { mayDelete, mayEdit } from "#server/domain/discussion/comment.ts";
import { handlesOf } from "#server/domain/people/mention.ts";
import { may } from "#server/domain/people/permission.ts";
import { type ShownComment, streamOf } from "./stream.ts";

/** Everything of the activity page, newest first, and whom one can mention. */
export async function readStream({ services, project, issue, viewer }: AskedAboutIssue) {
  const [activities, comments] = await Promise.all([
    services.store.issues.activity(issue.projectId, issue.id),
    services.store.comments.list(issue.projectId, issue.id),
  ]);
  const { read, readers } = await services.readTexts(
    project,
    comments.map(({ text }) => text),
  );
  const mayChange = may(viewer, "project:change", project.id);
  const shown = comments.map((comment, index): ShownComment => ({
    ...comment,
    text: mayEdit(comment, viewer.user.id) ? comment.text : undefined,
    blocks: read[index]!,
    mayDelete: mayDelete(comment, viewer.user.id, mayChange),
  }));
  const stream = streamOf(activities, new Map(shown.map((comment) => [comment.id, comment])));
  return { stream, handles: handlesOf(readers).filter(({ id }) => id !== viewer.user.id) };
}
