import { late } from "#app/enhance/late.tsx";
import { type AskedAboutIssue, requireIssue } from "#app/guard.ts";
import { ProjectTitle } from "#app/routes/projects/project-title.tsx";
import { mayDelete, mayEdit } from "#server/domain/discussion/comment.ts";
import { handlesOf } from "#server/domain/people/mention.ts";
import type { Route } from "./+types/activity.ts";
import { act } from "./discussion/act.ts";
import { CommentForm, withoutAct } from "./discussion/comment-form.tsx";
import { may } from "#server/domain/people/permission.ts";
import { type ShownComment, streamOf } from "./discussion/stream.ts";

export async function loader(args: Route.LoaderArgs) {
  const asked = await requireIssue(args, "issue:read");
  const { services, viewer, project } = asked;
  const mayComment = may(viewer, "issue:comment", project.id);
  return {
    ...(await readStream(asked)),
    mayComment,
    open: openForm(args.url.searchParams),
    now: services.now(),
  };
}

/** `?edit=12` and `?delete=12` open that comment's form. */
function openForm(params: URLSearchParams): { act: "edit" | "delete"; id: number } | undefined {
  const act = params.has("edit") ? "edit" : params.has("delete") ? "delete" : undefined;
  return act && { act, id: Number(params.get(act)) };
}

/** A returned form stays open, wherever it was posted from. */
function formOf(values: { [field: string]: string } = {}): ReturnType<typeof openForm> {
  return values["id"] === undefined
    ? undefined
    : { act: values["intent"] === "delete" ? "delete" : "edit", id: Number(values["id"]) };
}

/** Comment actions: `comment`, `preview`, `edit`, `delete`. */
export async function action(args: Route.ActionArgs) {
  const asked = await requireIssue(args, "issue:comment");
  return act(asked, await args.request.formData(), withoutAct(args.url.search));
}

const Stream = late(async () => (await import("./discussion/stream-list.tsx")).StreamList);

export default function ActivityPage({
  loaderData,
  actionData,
  params: { issue },
}: Route.ComponentProps) {
  const { stream, handles, mayComment, now } = loaderData;
  const open = formOf(actionData?.values) ?? loaderData.open;
  const newest = stream.find(({ kind }) => kind === "said");
  return (
    <>
      <ProjectTitle>{`Activity · ${issue}`}</ProjectTitle>
      <h2 className="hidden">Activity</h2>
      {mayComment && !open && (
        // Reset after a comment was accepted.
        <CommentForm
          key={newest?.kind === "said" ? newest.comment.id : 0}
          handles={handles}
          answer={actionData}
        />
      )}
      <Stream {...{ stream, handles, open, now }} answer={actionData} />
    </>
  );
}

/** Data of the activity page, newest first, and the members who can be mentioned. */
async function readStream({ services, project, issue, viewer }: AskedAboutIssue) {
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
