import { requireIssue } from "#app/guard.ts";
import { shownFeedback } from "#app/routes/feedback/shown-feedback.ts";
import { Words } from "#app/routes/feedback/words.tsx";
import { Pager } from "#app/ui/pager.tsx";
import { ProjectTitle } from "#app/routes/projects/project-title.tsx";
import type { Route } from "./+types/feedback.ts";

const pageSize = 25;

export async function loader(args: Route.LoaderArgs) {
  const asked = await requireIssue(args, "issue:read");
  const { services, issue } = asked;
  const cursor = args.url.searchParams.get("cursor") ?? undefined;
  const of = { projectId: issue.projectId, issueId: issue.id };
  const { rows, next } = await services.store.feedback.list({ ...of, cursor, limit: pageSize });
  return { rows: await shownFeedback(asked, rows), next, now: services.now() };
}

/** User feedback on this error. */
export default function IssueFeedback({
  loaderData,
  params: { project, issue },
}: Route.ComponentProps) {
  const { rows, next, now } = loaderData;
  return (
    <>
      <ProjectTitle>{`Feedback · ${issue}`}</ProjectTitle>
      <h2 className="hidden">Feedback</h2>
      {rows.length === 0 && <p className="empty">No feedback about this issue.</p>}
      <ol className="activity">
        {rows.map((feedback) => (
          <li key={feedback.id}>
            <Words {...{ project, feedback, now }} />
          </li>
        ))}
      </ol>
      <Pager next={next} label="Pages of feedback" />
    </>
  );
}
