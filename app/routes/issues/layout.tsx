import { data, href, Outlet, redirect } from "react-router";
import { unlessOnlyChildChanged } from "#app/enhance/unless-only-child-changed.ts";
import { type AskedAboutIssue, requireIssue } from "#app/guard.ts";
import { localPath } from "#app/local-path.ts";
import { scopeOf, trendOf } from "#app/ui/scope.ts";
import type { TagSummary } from "#server/storage/store.ts";
import type { Route } from "./+types/layout.ts";
import { PeopleSide } from "./discussion/people-side.tsx";
import { readPeople } from "./discussion/read-people.ts";
import { subscribe } from "./discussion/subscribe.ts";
import { IssueHead } from "./issue-head.tsx";
import { IssueSide } from "./issue-side.tsx";
import { IssueTabs } from "./issue-tabs.tsx";
import { readTriage } from "./triage-form.ts";

export async function loader(args: Route.LoaderArgs) {
  const asked = await requireIssue(args, "issue:read");
  const { services, issue } = asked;
  const [counts, tags, people, releases, feedback] = await Promise.all([
    trend(asked, args.url.searchParams),
    services.store.issues.tags(issue.id, { values: 3 }),
    readPeople(asked),
    services.store.releases.list({ projectId: issue.projectId, limit: releasesOffered }),
    services.store.feedback.countOf(issue.id),
  ]);
  return {
    ...{ issue, trend: counts, tags: foremost(tags), people, feedback, now: services.now() },
    releases: releases.rows.map(({ version }) => version),
  };
}

/** To resolve the issue in; any other may be typed. */
const releasesOffered = 20;

async function trend({ services, issue }: AskedAboutIssue, params: URLSearchParams): Promise<number[]> {
  const { environment } = scopeOf(params);
  const { buckets, unit } = trendOf(scopeOf(params));
  const trends = await services.store.issues.trends([issue.id], { until: services.now(), buckets, unit, environment });
  return trends.get(issue.id) ?? [];
}

/** The tags that tell most at a glance stand beside the issue; all of them have a tab. */
function foremost(tags: TagSummary[]): TagSummary[] {
  const wanted = ["environment", "browser", "browser.name", "os", "runtime", "url", "server_name"];
  const rank = ({ key }: TagSummary) => (wanted.includes(key) ? wanted.indexOf(key) : wanted.length);
  const keys = new Set(tags.map(({ key }) => key));
  // `browser` says what `browser.name` does, and the version.
  const telling = tags.filter(({ key }) => !(key.endsWith(".name") && keys.has(key.slice(0, -".name".length))));
  return telling.toSorted((a, b) => rank(a) - rank(b)).slice(0, 3);
}

export const shouldRevalidate = unlessOnlyChildChanged(["project", "issue"], ["environment", "since"]);

/** The acts of SPEC section 10. Answered with 303 to where the form stood, or to the issue itself. */
export async function action(args: Route.ActionArgs) {
  const asked = await requireIssue(args, "issue:comment");
  const { services, viewer, project, issue } = asked;
  const form = await args.request.formData();
  const itself = href("/:project/issues/:issue", { project: project.slug, issue: args.params.issue }) + args.url.search;
  const back = localPath(form.get("next")) ?? itself;
  if (await subscribe(asked, form.get("intent"))) return redirect(back, 303);
  const read = readTriage(form, services.now());
  if (!read.ok) return data(read, { status: 422 });
  await services.commands.triage(viewer, project, [issue.id], read.act);
  return redirect(back, 303);
}

export default function IssueLayout({ loaderData, actionData, params }: Route.ComponentProps) {
  const { issue, trend: counts, tags, people, releases, now, feedback } = loaderData;
  return (
    <article className="issue">
      <IssueHead {...{ project: params.project, issue, releases, wrong: actionData, now }} />
      <div className="issue-main">
        <IssueTabs project={params.project} issue={issue} feedback={feedback} />
        <Outlet />
      </div>
      <IssueSide project={params.project} issue={issue} trend={counts} tags={tags} now={now}>
        <PeopleSide people={people} action={href("/:project/issues/:issue", params)} />
      </IssueSide>
    </article>
  );
}
