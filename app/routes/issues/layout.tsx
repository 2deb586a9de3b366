import { Outlet } from "react-router";
import { late } from "#app/enhance/late.tsx";
import { usePosted } from "#app/enhance/pending.ts";
import { unlessOnlyChildChanged } from "#app/enhance/unless-only-child-changed.ts";
import { type AskedAboutIssue, requireIssue } from "#app/guard.ts";
import { scopeOf } from "#app/ui/format/scope.ts";
import { trendWindow } from "#app/ui/chart/trend-range.ts";
import { familyLabel } from "#server/domain/event/family-words.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { Route } from "./+types/layout.ts";
import { readPeople } from "./discussion/read-people.ts";
import { type Acted, actedBy } from "./triage/acted.ts";
import { oneDone } from "./list/bulk-done.ts";
import { issueAction } from "./triage/issue-action.ts";
import { IssueHead } from "./issue-head.tsx";
import { eventsInRange, issueTrendOf } from "./issue-range.ts";
import { IssueTabs } from "./issue-tabs.tsx";
import { peopleOf } from "./triage/people.ts";
import { readTags, type TagsOfIssue } from "./tags/read-tags.ts";
import { releasesOffered } from "./triage/releases-offered.ts";
import { sideTags } from "./tags/side-tags.ts";
import "#app/ui/styles/one-issue.css";

export async function loader(args: Route.LoaderArgs) {
  const asked = await requireIssue(args, "issue:read");
  const { services, viewer, issue, seen } = asked;
  const [trend, tags, people, releases, assignable, feedback, done] = await Promise.all([
    readTrend(asked, args.url.searchParams),
    readTags(asked, args.url.searchParams, { values: 3, keys: tagKeysWeighed, looked: 100 }),
    readPeople(asked),
    releasesOffered(services, issue.projectId, issue.lastRelease),
    peopleOf(asked),
    services.store.feedback.countOf(issue.projectId, issue.id),
    oneDone(asked, args.url.searchParams),
  ]);
  return {
    issue,
    label: familyLabel(issue),
    trend,
    tags: { shown: sideTags(tags.tags), ...newestOf(tags) },

    people,
    feedback,
    done,
    events: eventsInRange(args.url.searchParams, issue.count, trend.counts),
    now: services.now(),
    triage: { releases, people: assignable, me: viewer.user.id, seen },
  };
}

async function readTrend(
  { services, issue: { projectId, id } }: AskedAboutIssue,
  params: URLSearchParams,
) {
  const { environment } = scopeOf(params);
  const shown = issueTrendOf(params);
  const { buckets, unit } = shown;
  const now = services.now();
  const [trends, marks] = await Promise.all([
    services.store.issues.trends(projectId, [id], { until: now, buckets, unit, environment }),
    services.readReleaseMarks(projectId, { window: trendWindow(shown, now), environment }),
  ]);
  return { counts: trends.get(id) ?? [], releases: marks };
}

/** Number of events counted for the side tags, if a filter matches more. */
const newestOf = ({ looked }: TagsOfIssue) =>
  looked && !looked.isAll ? { newest: looked.events } : {};

/** Number of most frequent keys among which the most useful are selected. */
const tagKeysWeighed = 30;

export const shouldRevalidate = unlessOnlyChildChanged(
  ["project", "issue"],
  ["environment", "since", "trend", "done"],
);

export const action = (args: Route.ActionArgs) => issueAction(args);

const IssueSidebar = late(async () => (await import("./issue-sidebar.tsx")).IssueSidebar);
const BulkLine = late(async () => (await import("./list/bulk-line.tsx")).BulkLine);
const IssueConflict = late(async () => (await import("./triage/issue-conflict.tsx")).IssueConflict);

export default function IssueLayout({ loaderData, actionData, params }: Route.ComponentProps) {
  const {
    issue: stored,
    label,
    trend,
    tags,
    people,
    triage,
    now,
    feedback,
    events,
    done,
  } = loaderData;
  const issue = shownAs(stored, actedBy(usePosted().formData, triage.people, now));
  const { project } = params;
  if (actionData && "conflicts" in actionData)
    return <IssueConflict {...actionData} project={project} issue={issue.shortId} />;
  return (
    <>
      <article className="issue">
        <IssueHead {...{ project, issue, label, now, ...triage, wrong: actionData }} />
        <IssueTabs project={project} issue={issue} feedback={feedback} events={events} />
        <div className="issue-main">
          <Outlet />
        </div>
        <IssueSidebar {...{ project, issue, trend, tags, now, people }} />
      </article>
      {done && <BulkLine bulk={done} />}
    </>
  );
}

/** Its state, or the expected state after the form in progress. */
function shownAs(issue: Issue, { state, assignee }: Acted): Issue {
  return {
    ...issue,
    ...(state && { state }),
    ...(assignee !== undefined && { assignee: assignee ?? undefined }),
  } as Issue;
}
