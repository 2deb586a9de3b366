import type { AskedInProject } from "#app/guard.ts";
import { isSlowQuery, slowQuery } from "#server/domain/search/traces/slow-query.ts";
import { msAt, percentileName, slowQuantile } from "#server/domain/rollup/percentiles.ts";
import type { KeptTraces } from "#app/ui/form/sampled-sentence.tsx";
import { isProblem } from "#server/domain/problem.ts";
import { grouped } from "#server/domain/count.ts";
import { scopedSearch } from "./scoped-search.ts";

/** A common search as a tab. `count` is absent if it takes too long. */
export type SearchTab = {
  text: string;
  query: string;
  title?: string;
  count?: string;
  /** The p95 is still being read, so the query is a guess. */
  isGuess?: true;
};

/** More are counted as `200+`: no index has these counts. */
const mostCounted = 200;
/** Without a result by then, a tab has no count. */
const deadlineMs = 50;

/** For the project's p95 at the first visit after a quiet hour. */
const patienceMs = 300;

type Asked = Pick<AskedInProject, "services" | "project">;

/**
 * The tabs with their number of traces in the page's scope. On later pages and beside the list of
 * another search, they have none.
 */
export async function searchTabs(
  asked: Asked,
  params: URLSearchParams,
  kept: Promise<KeptTraces>,
): Promise<SearchTab[]> {
  const tabs: SearchTab[] = [
    { text: "All", query: "" },
    { text: "Failed", query: "status:error" },
    await slowTab(asked, params.get("query") ?? ""),
  ];
  const isOfTab = tabs.some(({ query }) => query === (params.get("query") ?? "").trim());
  if (params.has("cursor") || !isOfTab) return tabs;
  return Promise.all(
    tabs.map(async (tab) => {
      if (tab.isGuess) return tab;
      const isAll = tab.query === "" && !params.get("service") && !params.get("environment");
      const count = isAll ? grouped((await kept).kept) : await countOf(asked, tab.query, params);
      return count === undefined ? tab : { ...tab, count };
    }),
  );
}

/** A list that it opened stays its own, although the p95 changes. */
async function slowTab({ services, project }: Asked, current: string): Promise<SearchTab> {
  const recent = await services.recentTraffic([project.id], patienceMs);
  const p95Ms = msAt(recent.get(project.id)?.percentiles ?? [], slowQuantile);
  const query = slowQuery(p95Ms);
  const isOwn = isSlowQuery(current) && current.trim() !== query;
  return {
    text: "Slow",
    query: isOwn ? current.trim() : query,
    ...(p95Ms !== undefined && !isOwn && { title: slowTitle }),
    ...(!recent.has(project.id) && !isOwn && { isGuess: true }),
  };
}

const slowTitle = `Longer than ${percentileName(slowQuantile)} of all requests in the last 24 hours`;

async function countOf({ services, project }: Asked, text: string, params: URLSearchParams) {
  const parsed = await services.readTraceQuery(project, text);
  if (isProblem(parsed)) return undefined;
  const { rows, scannedTo } = await services.searchTraces({
    ...scopedSearch({ services, project }, parsed.query, params),
    limit: mostCounted + 1,
    deadlineMs,
  });
  if (rows.length > mostCounted) return `${mostCounted}+`;
  return scannedTo === undefined ? grouped(rows.length) : undefined;
}
