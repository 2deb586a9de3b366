import { data, redirect, Link, useLocation } from "react-router";
import { requestContext } from "#app/context.ts";
import { requireProject } from "#app/guard.ts";
import { CodeBlock } from "#app/routes/projects/code-block.tsx";
import { Pager } from "#app/ui/pager.tsx";
import { scopeOf, startOf, keptSearch } from "#app/ui/format/scope.ts";
import { parseFeedbackState } from "#server/domain/feedback/feedback.ts";
import { feedbackFormUrlOf } from "#server/domain/project/dsn.ts";
import type { Route } from "./+types/list.ts";
import { FeedbackTable, stateAfter } from "./feedback-table.tsx";
import { shownFeedback } from "./shown-feedback.ts";
import { FeedbackFilter } from "./state-tabs.tsx";
import { Head } from "#app/ui/head.tsx";
import { ScopeMenus } from "#app/routes/projects/scope-menus.tsx";
import { ProjectTitle } from "#app/routes/projects/project-title.tsx";

const pageSize = 25;

/** Unread feedback by default; the URL can select another state or all. */
export async function loader(args: Route.LoaderArgs) {
  const asked = await requireProject(args, "issue:read");
  const { services, project } = asked;
  const { searchParams } = args.url;
  const now = services.now();
  const state =
    searchParams.get("state") === "all"
      ? "all"
      : (parseFeedbackState(searchParams.get("state")) ?? "unread");
  const query = searchParams.get("query")?.trim() ?? "";
  const scope = scopeOf(searchParams);
  const [page, counts, keys] = await Promise.all([
    services.store.feedback.list({
      projectId: project.id,
      environment: scope.environment,
      since: startOf(scope, now),
      text: query,
      cursor: searchParams.get("cursor") ?? undefined,
      limit: pageSize,
      ...(state !== "all" && { state }),
    }),
    services.store.feedback.counts(project.id),
    services.store.projects.keys(project.id),
  ]);
  const key = keys.find(({ revokedAt }) => revokedAt === undefined);
  const formUrl = key && feedbackFormUrlOf(args.context.get(requestContext).publicUrl, key);
  return {
    rows: await shownFeedback(asked, page.rows),
    next: page.next,
    state,
    query,
    counts,
    formUrl,
    now,
  };
}

export async function action(args: Route.ActionArgs) {
  const { services, project } = await requireProject(args, "issue:triage");
  const form = await args.request.formData();
  const state = stateAfter(form.get("intent"));
  if (!state) return data({ refused: "Select an action." }, { status: 422 });
  const ids = form.getAll("feedback").map(Number).filter(Number.isSafeInteger);
  if (ids.length === 0) return data({ refused: "Select at least one message." }, { status: 422 });
  await services.commands.sortFeedback(project, ids, state);
  return redirect(args.url.pathname + args.url.search, 303);
}

export default function Feedback({
  loaderData,
  actionData,
  params: { project },
}: Route.ComponentProps) {
  const { rows, next, state, query, counts, formUrl, now } = loaderData;
  const isEmpty = counts.unread + counts.resolved + counts.spam === 0;
  return (
    <>
      <ProjectTitle>Feedback</ProjectTitle>
      <Head title="Feedback" scope={<ScopeMenus />} />
      {!isEmpty && <FeedbackFilter {...{ state, query, counts }} />}
      {rows.length > 0 ? (
        <FeedbackTable {...{ project, rows, now }} refused={actionData?.refused} />
      ) : (
        <NoFeedback isFiltered={!isEmpty} formUrl={formUrl} />
      )}
      <Pager next={next} label="Pages of feedback" />
    </>
  );
}

/** No matches, or no feedback yet with instructions for sending some. */
function NoFeedback({ isFiltered, formUrl }: { isFiltered: boolean; formUrl?: string }) {
  const { search } = useLocation();
  if (isFiltered)
    return (
      <p className="empty">
        No feedback matches these filters.{" "}
        <Link to={{ search: `${keptSearch(search)}&state=all` }}>Show all feedback</Link>
      </p>
    );
  return (
    <div className="empty">
      <p>
        No feedback yet. User feedback appears here, next to the related errors. Send it with the
        SDK:
      </p>
      <CodeBlock code={sdkSnippet} label="In the application" />
      <p>Or add your own form to any page, without JavaScript:</p>
      {formUrl !== undefined && <CodeBlock code={formSnippet(formUrl)} label="In the page" />}
      <p>Or embed this instance’s form, which validates its fields:</p>
      {formUrl !== undefined && (
        <CodeBlock
          code={`<iframe src="${formUrl}" title="Feedback"></iframe>`}
          label="In the page"
        />
      )}
      <p>
        Add <code>&amp;event_id=…</code> to link it to an error, and{" "}
        <code>&amp;return=https://…</code> to return to your page. The origin must be listed in the
        key’s settings.
      </p>
    </div>
  );
}

const sdkSnippet = `Sentry.captureFeedback({ message: "The basket is empty again.", name, email, associatedEventId });

// Or use the SDK's button and dialog:
Sentry.init({ dsn: "…", integrations: [Sentry.feedbackIntegration()] });`;

const formSnippet = (url: string) => `<form method="post" action="${url}">
  <label>What happened? <textarea name="message" required></textarea></label>
  <label>Email <input type="email" name="email"></label>
  <button>Send</button>
</form>`;
