import { data, href, redirect } from "react-router";
import { requireProject, findIssue, type AskedInProject } from "#app/guard.ts";
import { scopeOf, startOf, trendOf } from "#app/ui/scope.ts";
import type { IssueId } from "#server/domain/ids.ts";
import { isProblem } from "#server/domain/problem.ts";
import type { IssueQuery } from "#server/domain/search/issue-query.ts";
import { parseIssueQuery } from "#server/domain/search/parse-issue-query.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { Page } from "#server/storage/store.ts";
import type { Route } from "./+types/list.ts";
import { IssueList } from "./issue-list.tsx";
import { issueRow } from "./issue-row.ts";
import { defaultQuery, stateTabsOf } from "./state-tabs.ts";
import { readTriage } from "./triage-form.ts";
import { sortOf } from "./sorts.ts";

const pageSize = 50;

export async function loader(args: Route.LoaderArgs) {
  const asked = await requireProject(args, "issue:read");
  const { searchParams } = args.url;
  const query = searchParams.get("query") ?? defaultQuery;
  const { environment } = scopeOf(searchParams);
  const [page, counts] = await Promise.all([
    listed(asked, query, searchParams),
    asked.services.store.issues.counts(asked.project.id, environment),
  ]);
  const { next, misread, asks } = page;
  const trends = await trendsOf(asked, page.rows, searchParams);
  const rows = page.rows.map((issue) => issueRow(issue, trends.get(issue.id) ?? []));
  const list = { rows, next, misread, now: asked.services.now() };
  const hasEvents = asked.project.firstEventAt !== undefined;
  return { ...list, query, tabs: stateTabsOf(asks, counts), sort: sortOf(searchParams), hasEvents };
}

type Listed = Page<Issue> & { asks?: IssueQuery; misread?: string };

/** A query that cannot be read shows nothing, and says at which word. */
async function listed({ services, project }: AskedInProject, text: string, params: URLSearchParams): Promise<Listed> {
  const parsed = parseIssueQuery(text);
  if (isProblem(parsed)) return { rows: [], misread: parsed.detail };
  const scope = scopeOf(params);
  const page = await services.store.issues.list({
    projectId: project.id,
    query: parsed.query,
    environment: scope.environment,
    since: startOf(scope, services.now()),
    sort: sortOf(params),
    cursor: params.get("cursor") ?? undefined,
    limit: pageSize,
  });
  return { ...page, asks: parsed.query };
}

async function trendsOf({ services }: AskedInProject, issues: Issue[], params: URLSearchParams) {
  const { buckets, unit } = trendOf(scopeOf(params));
  const { environment } = scopeOf(params);
  const window = { until: services.now(), buckets, unit, environment };
  const ids = issues.map(({ id }) => id);
  return ids.length > 0 ? services.store.issues.trends(ids, window) : new Map<IssueId, number[]>();
}

export async function action(args: Route.ActionArgs) {
  const asked = await requireProject(args, "issue:triage");
  const form = await args.request.formData();
  const read = readTriage(form, asked.services.now());
  if (!read.ok) return data({ refused: Object.values(read.errors).join(" ") }, { status: 422 });
  const ids = await namedIssues(asked, form.getAll("issue"));
  if (ids.length === 0) return data({ refused: "Tick the issues this is meant for." }, { status: 422 });
  await asked.services.commands.triage(asked.viewer, asked.project, ids, read.act);
  return redirect(href("/:project/issues", { project: asked.project.slug }) + args.url.search, 303);
}

/** Short ids and numbers alike; what is no issue of the project is passed over. */
async function namedIssues(asked: AskedInProject, names: FormDataEntryValue[]): Promise<IssueId[]> {
  const texts = names.filter((name) => typeof name === "string");
  const found = await Promise.all(texts.map((name) => findIssue(asked, name)));
  return found.flatMap((issue) => (issue ? [issue.id] : []));
}

export default function Issues({ loaderData, actionData, params: { project } }: Route.ComponentProps) {
  return (
    <>
      <title>{`Issues · ${project} · Spoor`}</title>
      <h1>Issues</h1>
      <IssueList project={project} list={loaderData} refused={actionData?.refused} />
    </>
  );
}
