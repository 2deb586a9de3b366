import { href, redirect } from "react-router";
import type { AskedInProject } from "#app/guard.ts";
import type { SavedSearch } from "#server/storage/projects/search-store.ts";
import type { ListFilter } from "#app/routes/issues/list/list-filter.ts";
import type { FacetList } from "./facet-side.tsx";
import { facetsOf } from "./facets.ts";
import type { SavedLink } from "./search-line.tsx";

/** Counting more would cost as much as the list itself. */
const issuesCounted = 1_000;
const valuesShown = 5;

/** Search aids for the result. `filter` is undefined if the query is invalid. */
export async function searchAids(
  asked: AskedInProject,
  saved: SavedSearch[],
  filter: ListFilter | undefined,
) {
  const { services, project } = asked;
  const [suggestions, narrowing] = await Promise.all([
    services.suggestTerms(project, ""),
    filter && narrowingOf(asked, filter),
  ]);
  return {
    suggestions,
    saved: saved.map(({ id, name, query, sort }): SavedLink => ({ id, name, query, sort })),
    narrowing,
  };
}

async function narrowingOf({ services }: AskedInProject, filter: ListFilter): Promise<FacetList> {
  const facets = await services.store.issues.facets(filter, {
    issues: issuesCounted,
    values: valuesShown,
  });
  return { facets: facetsOf(facets, filter.query), counted: facets.issues, isAll: facets.isAll };
}

/** Saved searches: the project's and the user's own. */
export async function savedSearches({
  services,
  project,
  viewer,
}: AskedInProject): Promise<SavedSearch[]> {
  return services.store.searches.list(project.id, viewer.user.id);
}

/** A URL without filters uses the project's default search. */
export function redirectToDefault(
  { project }: AskedInProject,
  saved: SavedSearch[],
  params: URLSearchParams,
): void {
  const chosen = saved.find(({ isDefault }) => isDefault);
  if (!chosen || params.has("query")) return;
  const search = new URLSearchParams(params);
  search.set("query", chosen.query);
  if (!search.has("sort") && chosen.sort !== "last-seen") search.set("sort", chosen.sort);
  throw redirect(`${href("/:project/issues", { project: project.slug })}?${search}`);
}
