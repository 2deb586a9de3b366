import type { AskedInProject } from "#app/guard.ts";
import type { KeptTraces } from "#app/ui/form/sampled-sentence.tsx";
import { isProblem } from "#server/domain/problem.ts";
import { grouped } from "#server/domain/count.ts";
import { scopedSearch } from "./scoped-search.ts";

/** Common searches. */
export const tabQueries: readonly (readonly [text: string, query: string])[] = [
  ["All", ""],
  ["Failed", "status:error"],
  ["Slow", "duration:>1s"],
];

/** More are counted as `200+`: no index has these counts. */
const mostCounted = 200;
/** Without a result by then, a tab has no count. */
const deadlineMs = 50;

type Asked = Pick<AskedInProject, "services" | "project">;

/** Number of traces behind each tab in the page's scope; on later pages, none. */
export async function tabCounts(
  asked: Asked,
  params: URLSearchParams,
  kept: Promise<KeptTraces>,
): Promise<(string | undefined)[]> {
  if (params.has("cursor")) return [];
  return Promise.all(
    tabQueries.map(async ([, query]) => {
      const isAll = query === "" && !params.get("service") && !params.get("environment");
      return isAll ? grouped((await kept).kept) : countOf(asked, query, params);
    }),
  );
}

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
