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
 * Two ways lead to a page, and the planner, who knows how often a thing is but not which go
 * together, is not left to choose. Walking the sorted index fills the page soon when the filter
 * lets many through; gathering from the narrowest set there is (issues with the words, with a tag,
 * of the environment, …) is quick when the set is small. Walk a little, gather if there is little
 * to gather, walk on, gather after all. What is left is the rare meeting of things that are each
 * frequent (`!browser:Chrome` where all is Chrome): then the page ends where the walk did and leads
 * on from there. So no filter's cost grows with the project. Measured at 100,000 issues: 2 to 4 µs
 * a step, 3 to 5 µs an issue gathered.
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

/** The issues of a page by their ids and places, and where the next page continues. */
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

/**
 * One more than the page, where there is one more. `floor`: it ended there, and more may be beyond.
 */
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
