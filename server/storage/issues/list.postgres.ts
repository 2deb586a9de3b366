import type { Issue } from "#server/domain/issue/issue.ts";
import { cursorAfter, type Place, stretchOf } from "#server/storage/issues/stretch.ts";
import type { IssueFilter, IssueStore } from "#server/storage/issues/issue-store.ts";
import type { Page } from "#server/storage/store.ts";
import type { Query } from "#server/storage/postgres/database.ts";
import { type Asked, askedOf } from "#server/storage/issue-search/asked.postgres.ts";
import { conditionsOf } from "#server/storage/issue-search/filter.postgres.ts";
import { gather, narrowest } from "./gather.postgres.ts";
import { issuesByIds } from "./row.postgres.ts";
import { idSource, type Source, sourcesOf } from "#server/storage/issue-search/sources.postgres.ts";
import { walk, walkSteps } from "./walk.postgres.ts";

/**
 * Two plans lead to a page. The planner knows frequencies but not correlations, so it does not
 * choose. Walking the sorted index fills the page soon if many issues match. Gathering from the
 * smallest set (issues with the words, a tag, the environment, …) is fast if the set is small. The
 * search walks a little, gathers if the set is small, walks on, and gathers after all. What remains
 * is a rare combination of frequent conditions (`!browser:Chrome` if nearly all is Chrome): the
 * page then ends where the walk ended and continues from there. No filter's cost grows with the
 * project. Measured at 100,000 issues: 2 to 4 µs per step, 3 to 5 µs per gathered issue.
 */
export const shortWalk = 400;
export const longWalk = 3_000;
const fewToGather = 2_000;
export const mostToGather = 4_000;

export const issueList =
  (query: Query): IssueStore["list"] =>
  async (filter): Promise<Page<Issue>> => {
    const { places, next } = await issuePlaces(query, filter);
    const issues = await issuesByIds(
      query,
      filter.projectId,
      places.map(({ id }) => id),
    );
    const rows = places.flatMap(({ id }) => issues.get(id) ?? []);
    return { rows, ...(next && { next: cursorAfter(filter.sort, next) }) };
  };

/** IDs and positions of a page's issues, and where the next page continues. */
export async function issuePlaces(
  query: Query,
  filter: IssueFilter,
): Promise<{ places: Place[]; next?: Place }> {
  const asked = await askedOf(query, filter);
  if (!asked) return { places: [] };
  const { places, floor } = await find(query, asked);
  const shown = places.slice(0, filter.limit);
  const next = places.length > filter.limit ? shown.at(-1) : floor;
  return { places: shown, ...(next && { next }) };
}

/** One more than the page, if it exists. `floor`: the search ended there, and more may follow. */
async function find(query: Query, asked: Asked): Promise<{ places: Place[]; floor?: Place }> {
  const wanted = asked.filter.limit + 1;
  const conditions = conditionsOf(asked);
  const stretch = stretchOf(asked);
  const gathered = async (source: Source) => ({
    places: await gather(query, source, stretch, conditions, wanted),
  });
  if (asked.filter.ids) return gathered(idSource(asked.filter.ids));
  if (conditions.length === 0) return { places: await walk(query, stretch, wanted) };

  const near = await walkSteps(query, stretch, conditions, wanted, shortWalk);
  if (!near.floor) return near;
  const narrow = await narrowest(query, sourcesOf(asked), mostToGather);
  if (narrow.size < fewToGather) return gathered(narrow);
  const far = await walkSteps(query, stretch, conditions, wanted, longWalk);
  return far.floor && narrow.size < mostToGather ? gathered(narrow) : far;
}
