import { requireIssue } from "#app/guard.ts";
import { Time } from "#app/ui/time.tsx";
import type { Route } from "./+types/activity.ts";
import { activitySentence } from "./activity-sentence.ts";
import { act } from "./discussion/act.ts";
import { CommentForm, withoutAct } from "./discussion/comment-form.tsx";
import { CommentItem } from "./discussion/comment-item.tsx";
import { readStream } from "./discussion/read-stream.ts";
import type { NamedActivity } from "./discussion/stream.ts";
import { may } from "#server/domain/people/permission.ts";

export async function loader(args: Route.LoaderArgs) {
  const asked = await requireIssue(args, "issue:read");
  const { services, viewer, project } = asked;
  const mayComment = may(viewer, "issue:comment", project.id);
  return { ...(await readStream(asked)), mayComment, open: openForm(args.url.searchParams), now: services.now() };
}

/** `?edit=12` and `?delete=12` open the form of that comment in its place. */
function openForm(params: URLSearchParams): { act: "edit" | "delete"; id: number } | undefined {
  const act = params.has("edit") ? "edit" : params.has("delete") ? "delete" : undefined;
  return act && { act, id: Number(params.get(act)) };
}

/** The form that came back stays open, wherever it was posted from. */
function formOf(values: { [field: string]: string } = {}): ReturnType<typeof openForm> {
  return values["id"] === undefined
    ? undefined
    : { act: values["intent"] === "delete" ? "delete" : "edit", id: Number(values["id"]) };
}

/** Comments: `comment`, `preview`, `edit`, `delete`. */
export async function action(args: Route.ActionArgs) {
  const asked = await requireIssue(args, "issue:comment");
  return act(asked, await args.request.formData(), withoutAct(args.url.search));
}

export default function ActivityPage({ loaderData, actionData, params: { project, issue } }: Route.ComponentProps) {
  const { stream, handles, mayComment, now } = loaderData;
  const open = formOf(actionData?.values) ?? loaderData.open;
  const newest = stream.find(({ kind }) => kind === "said");
  return (
    <>
      <title>{`Activity · ${issue} · ${project} · Spoor`}</title>
      <h2 className="hidden">Activity</h2>
      {mayComment && !open && (
        // A comment that was taken leaves an empty form behind.
        <CommentForm key={newest?.kind === "said" ? newest.comment.id : 0} handles={handles} answer={actionData} />
      )}
      <ol className="activity">
        {stream.map((entry, index) =>
          entry.kind === "happened" ? (
            <Happened key={index} activity={entry.activity} now={now} />
          ) : (
            <CommentItem
              key={`comment ${entry.comment.id} ${entry.comment.version}`}
              {...{ comment: entry.comment, handles, answer: actionData, now }}
              open={open?.id === entry.comment.id ? open.act : undefined}
            />
          ),
        )}
      </ol>
    </>
  );
}

function Happened({ activity, now }: { activity: NamedActivity; now: number }) {
  return (
    <li>
      <span>
        <b>{actor(activity)}</b> {activitySentence(activity.what, activity.toName)}
      </span>{" "}
      <span className="meta">
        <Time at={activity.at} now={now} />
      </span>
    </li>
  );
}

function actor({ by, byName }: NamedActivity): string {
  if (by.kind === "system") return "Spoor";
  return byName ?? "A former user";
}
