import { useMemo } from "react";
import { useLocation } from "react-router";
import { useKeepList } from "./kept-list.ts";
import { late } from "#app/enhance/late.tsx";
import { NewsLine } from "#app/enhance/news-line.tsx";
import type { WaitingHandle } from "#app/enhance/refresh-without-scripts.tsx";
import { type AskedInProject, requireProject } from "#app/guard.ts";
import { scopeOf } from "#app/ui/format/scope.ts";
import { trendOf } from "#app/ui/chart/trend-range.ts";
import type { IssueId } from "#server/domain/ids.ts";
import { isProblem } from "#server/domain/problem.ts";
import type { IssueQuery, WrongQuery } from "#server/domain/search/issue-query.ts";
import { userOfSearch } from "#server/domain/search/user-of-search.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { SearchHint } from "#server/domain/search/value-hints.ts";
import type { IssueCounts } from "#server/storage/issues/issue-store.ts";
import type { Page } from "#server/storage/store.ts";
import type { Route } from "./+types/list.ts";
import { bulkAction } from "./list/bulk-action.ts";
import { bulkChoices, type PartOf } from "./list/bulk-choices.ts";
import { bulkDone } from "./list/bulk-done.ts";
import { IssueList } from "./list/issue-list.tsx";
import { issueRow, packedRows, unpackedRows } from "./list/issue-row.ts";
import { type ListFilter, listFilter } from "./list/list-filter.ts";
import { redirectToDefault, savedSearches, searchAids } from "./search/list-search.ts";
import { type Misread, misreadOf } from "#app/ui/form/misread.tsx";
import { tagQuery } from "./tags/tag-query.ts";
import { defaultQuery, type StateTab, stateTabsOf } from "./list/state-tabs.ts";
import { sortOf } from "./list/sorts.ts";
import { Head } from "#app/ui/head.tsx";
import { ScopeMenus } from "#app/routes/projects/scope-menus.tsx";
import { ProjectTitle } from "#app/routes/projects/project-title.tsx";
import "#app/ui/styles/facets.css";

const pageSize = 50;

export async function loader(args: Route.LoaderArgs) {
  const asked = await requireProject(args, "issue:read");
  const { searchParams } = args.url;
  // The newest activity before the list is read, so that later ones count as unseen.
  const { store } = asked.services;
  const [saved, seen] = await Promise.all([savedSearches(asked), store.issues.newestActivity()]);
  redirectToDefault(asked, saved, searchParams);
  const query = searchParams.get("query") ?? defaultQuery;
  const { environment } = scopeOf(searchParams);
  const now = asked.services.now();
  const filter = await listFilter(asked, searchParams, now);
  const listing = listed(asked, filter, searchParams);
  const helping = searchAids(asked, saved, isProblem(filter) ? undefined : filter);
  const [page, trends, ofUser, counts, done, aids, choices] = await Promise.all([
    listing,
    listing.then(({ rows }) => trendsOf(asked, rows, searchParams)),
    listing.then(({ rows, asks }) => countsOfUser(asked, rows, asks)),
    store.issues.counts(asked.project.id, environment),
    bulkDone(asked, searchParams),
    helping,
    bulkChoices(asked, seen, partOf(listing, helping)),
  ]);
  const { next, misread, asks, hints = [] } = page;
  const rows = packedRows(
    page.rows.map((issue) => issueRow(issue, trends.get(issue.id) ?? [], ofUser(issue.id))),
  );
  const list = { rows, next, misread, hints, now, ...aids };
  const hasEvents = asked.project.firstEventAt !== undefined;
  return {
    ...list,
    done,
    choices,
    query,
    trend: trendOf(scopeOf(searchParams)),
    tabs: tabsOf(asks, counts, searchParams),
    sort: sortOf(searchParams),
    hasEvents,
  };
}

/**
 * States are counted over all issues: with a time range or other search terms, the tabs have no
 * numbers.
 */
function tabsOf(
  asks: IssueQuery | undefined,
  counts: IssueCounts,
  params: URLSearchParams,
): StateTab[] {
  const tabs = stateTabsOf(asks, counts);
  const { levels = [], words = [], terms = [] } = asks ?? {};
  const isNarrowed = levels.length + words.length + terms.length > 0;
  return scopeOf(params).since === undefined && !isNarrowed
    ? tabs
    : tabs.map(({ text, title, query, current }) => ({
        text,
        query,
        current,
        ...(title && { title }),
      }));
}

/** `partOf`: set if there are more pages. */
type Listed = Page<Issue> & {
  asks?: IssueQuery;
  misread?: Misread;
  hints?: SearchHint[];
  partOf?: ListFilter;
};

/** An invalid query shows nothing, and marks the error. */
async function listed(
  asked: AskedInProject,
  filter: ListFilter | WrongQuery,
  params: URLSearchParams,
): Promise<Listed> {
  if (isProblem(filter)) return { rows: [], misread: misreadOf(filter, asked.project.slug) };
  const cursor = params.get("cursor") ?? undefined;
  const page = await asked.services.store.issues.list({
    ...filter,
    sort: sortOf(params),
    cursor,
    limit: pageSize,
  });
  const isPart = page.next !== undefined || cursor !== undefined;
  const hints = page.rows.length > 0 || isPart ? [] : await hintsOn(asked, params);
  return { ...page, asks: filter.query, hints, ...(isPart && { partOf: filter }) };
}

const hintsOn = ({ services, project }: AskedInProject, params: URLSearchParams) =>
  services.hintIssueSearch(project, params.get("query") ?? "");

/** If the search has already counted all matches, they are not counted again. */
async function partOf(
  listing: Promise<Listed>,
  helping: ReturnType<typeof searchAids>,
): Promise<PartOf | undefined> {
  const [page, { narrowing }] = await Promise.all([listing, helping]);
  return (
    page.partOf && { filter: page.partOf, count: narrowing?.isAll ? narrowing.counted : undefined }
  );
}

async function trendsOf(
  { services, project }: AskedInProject,
  issues: Issue[],
  params: URLSearchParams,
) {
  const { buckets, unit } = trendOf(scopeOf(params));
  const { environment } = scopeOf(params);
  const window = { until: services.now(), buckets, unit, environment };
  const ids = issues.map(({ id }) => id);
  return ids.length > 0
    ? services.store.issues.trends(project.id, ids, window)
    : new Map<IssueId, number[]>();
}

/** Events of the user that the search is for, as far as they are counted, with a search for them. */
async function countsOfUser(
  { services, project }: AskedInProject,
  issues: Issue[],
  asks: IssueQuery | undefined,
) {
  const user = asks && userOfSearch(asks);
  const ids = issues.map(({ id }) => id);
  const counts = await services.store.issues.countsOfTags(project.id, ids, user?.tags ?? []);
  return (id: IssueId) => {
    const counted = counts.get(id);
    return user && counted && { ...counted, search: tagQuery(user.term) };
  };
}

export const action = (args: Route.ActionArgs) => bulkAction(args);

type Loaded = Route.ComponentProps["loaderData"];

export const handle: WaitingHandle<Loaded> = { waits: ({ done }) => done?.progress !== undefined };

const BulkLine = late(async () => (await import("./list/bulk-line.tsx")).BulkLine);
const ConflictPage = late(async () => (await import("./triage/conflict-page.tsx")).ConflictPage);
const DeleteAll = late(async () => (await import("./list/delete-all.tsx")).DeleteAll);

export default function Issues({
  loaderData,
  actionData,
  params: { project },
}: Route.ComponentProps) {
  const { pathname, search } = useLocation();
  const rows = useMemo(() => unpackedRows(loaderData.rows), [loaderData.rows]);
  useKeepList(useMemo(() => rows.map(({ shortId }) => shortId), [rows]));
  if (actionData && "conflicts" in actionData) {
    const back = {
      pathname,
      search: actionData.done === undefined ? search : withDone(search, actionData.done),
    };
    return <ConflictPage {...actionData} to={pathname + search} back={back} />;
  }
  if (actionData && "deleteAll" in actionData) return <DeleteAll {...actionData.deleteAll} />;
  return (
    <>
      <ProjectTitle>Issues</ProjectTitle>
      <Head title="Issues" scope={<ScopeMenus />}>
        <NewsLine project={project} seen={loaderData.choices.seen} />
      </Head>
      <IssueList project={project} list={{ ...loaderData, rows }} refusal={actionData} />
      {/* Below the rows, so that it moves none of them. */}
      {loaderData.done && <BulkLine bulk={loaderData.done} />}
    </>
  );
}

function withDone(search: string, done: number): string {
  const params = new URLSearchParams(search);
  params.set("done", String(done));
  return params.toString();
}
