import type { Comment } from "#server/domain/discussion/comment.ts";
import type { CommentId } from "#server/domain/ids.ts";
import { isProblem } from "#server/domain/problem.ts";
import { isoTime } from "#server/http/iso-time.ts";
import type { LoggedAct } from "#server/domain/issue/activity.ts";
import { findIssue } from "./asked.ts";
import type { DataHandler } from "./routes.ts";

/** The issue's activity, newest first, including comments as Markdown source. */
export const activityData = (async (asked, request) => {
  const issue = await findIssue(asked, request);
  if (isProblem(issue)) return issue;
  const { store } = asked.services;
  const [activities, comments] = await Promise.all([
    store.issues.activity(issue.projectId, issue.id),
    store.comments.list(issue.projectId, issue.id),
  ]);
  const byId = new Map(comments.map((comment) => [comment.id, comment]));
  const said = activities.filter(({ what }) => what.kind !== "comment-edited");
  return { activity: said.map((activity) => activityJson(activity, byId)) };
}) satisfies DataHandler;

function activityJson(
  { at, by, byName, what: { kind, ...what } }: LoggedAct,
  comments: Map<CommentId, Comment>,
) {
  const comment = "commentId" in what ? comments.get(what.commentId) : undefined;
  return {
    at: isoTime(at),
    by: { kind: by.kind, id: by.kind === "user" ? String(by.id) : null, name: byName ?? null },
    kind,
    what: comment ? {} : what,
    comment: comment ? commentJson(comment) : null,
  };
}

const commentJson = ({ id, text, version, editedAt, deletedAt }: Comment) => ({
  id: String(id),
  text,
  version,
  edited: isoTime(editedAt),
  deleted: isoTime(deletedAt),
});
