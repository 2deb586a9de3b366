import type { AskedInProject } from "#app/guard.ts";
import { scopeOf, startOf } from "#app/ui/format/scope.ts";
import { isProblem } from "#server/domain/problem.ts";
import type { WrongQuery } from "#server/domain/search/issue-query.ts";
import type { IssueFilter } from "#server/storage/issues/issue-store.ts";
import { defaultQuery } from "./state-tabs.ts";

/**
 * Filters in the list's URL, without the page: used by the loader, and by actions on “all that
 * match”.
 */
export type ListFilter = Omit<IssueFilter, "ids" | "sort" | "cursor" | "limit">;

/** `at`: the time that relative times refer to. */
export async function listFilter(
  { services, project, viewer }: AskedInProject,
  params: URLSearchParams,
  at: number,
): Promise<ListFilter | WrongQuery> {
  const parsed = await services.readIssueQuery(project, params.get("query") ?? defaultQuery);
  if (isProblem(parsed)) return parsed;
  const scope = scopeOf(params);
  const since = startOf(scope, at);
  return {
    projectId: project.id,
    query: parsed.query,
    viewer: viewer.user.id,
    now: at,
    ...(scope.environment !== undefined && { environment: scope.environment }),
    ...(since !== undefined && { since }),
  };
}
