import type { Issue } from "#server/domain/issue/issue.ts";
import { sortColumns } from "#server/storage/layout/issue-bounds.ts";
import { decodeCursor, encodeCursor } from "#server/storage/layout/keyset.ts";
import { type IssueFilter, type IssueSort, type IssueStore, type Page, issueSorts } from "#server/storage/store.ts";
import type { Query } from "./database.ts";
import { type Asked, askedOf } from "./issue-asked.ts";
import { conditionsOf } from "./issue-filter.ts";
import { gather, narrowest } from "./issue-gather.ts";
import { issuesByIds } from "./issue-row.ts";
import { idSource, type Source, sourcesOf } from "./issue-sources.ts";
import { type Place, type Stretch, walk, walkSteps } from "./issue-walk.ts";

/**
 * Two ways lead to a page, and the planner, who knows how often a thing is but not which go together, is not left to choose. Walking
 * the sorted index fills the page soon when the filter lets many through; gathering from the narrowest set there is (issues with the
 * words, with a tag, of the environment, …) is quick when the set is small. Walk a little, gather if there is little to gather, walk
 * on, gather after all. What is left is the rare meeting of things that are each frequent (`!browser:Chrome` where all is Chrome):
 * then the page ends where the walk did and leads on from there. So no filter's cost grows with the project.
 */
const shortWalk = 400;
const longWalk = 5_000;
const fewToGather = 2_500;
const mostToGather = 5_000;
const countedUpTo = 50_000;
const everything = Number.MAX_SAFE_INTEGER;

const first: Place = { key: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER };
const last: Place = { key: 0, id: 0 };

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

/** The issues of a page by their ids and places, and where the next page goes on. */
export async function issuePlaces(query: Query, filter: IssueFilter): Promise<{ places: Place[]; next?: Place }> {
  const asked = await askedOf(query, filter);
  if (!asked) return { places: [] };
  const { places, floor } = await find(query, asked, mostToGather);
  const shown = places.slice(0, filter.limit);
  const next = places.length > filter.limit ? shown.at(-1) : floor;
  return { places: shown, ...(next && { next }) };
}

/** How many there are, up to a limit: the same ways, and no rows are read. */
export const issueCounter =
  (query: Query): IssueStore["countMatching"] =>
  async (filter, upTo) => {
    const asked = await askedOf(query, { ...filter, sort: "first-seen", limit: upTo - 1 });
    return asked ? (await find(query, asked, everything)).places.length : 0;
  };

/** One more than the page, where there is one more. `floor`: it ended there, and more may lie beyond. */
async function find(query: Query, asked: Asked, gatherMost: number): Promise<{ places: Place[]; floor?: Place }> {
  const wanted = asked.filter.limit + 1;
  const conditions = conditionsOf(asked);
  const stretch = stretchOf(asked);
  const gathered = async (source: Source) => ({ places: await gather(query, source, stretch, conditions, wanted) });
  if (asked.filter.ids) return gathered(idSource(asked.filter.ids));
  if (conditions.length === 0) return { places: await walk(query, stretch, wanted) };

  const near = await walkSteps(query, stretch, conditions, wanted, shortWalk);
  if (!near.floor) return near;
  const narrow = await narrowest(query, sourcesOf(asked), Math.min(gatherMost, countedUpTo));
  if (narrow.size < fewToGather) return gathered(narrow);
  const far = await walkSteps(query, stretch, conditions, wanted, longWalk);
  return far.floor && narrow.size < gatherMost ? gathered(narrow) : far;
}

// A bound on the sorted column itself shortens the stretch: nobody walks to it or past it.
function stretchOf({ filter: { projectId, sort, cursor }, branches, bounds }: Asked): Stretch {
  const column = sortColumns[sort];
  const { atLeast, atMost } = bounds[column];
  const newest: Place = atMost === Number.MAX_SAFE_INTEGER ? first : { key: atMost + 1, id: 0 };
  const oldest: Place = atLeast <= 0 ? last : { key: atLeast, id: 0 };
  return { projectId, branches, column, from: placeOf(sort, cursor) ?? newest, to: oldest };
}

function placeOf(sort: IssueSort, cursor: string | undefined): Place | undefined {
  const shape = ["integer", "integer", "integer"] as const;
  const [sorted, key, id] = decodeCursor<[number, number, number]>(cursor, [...shape]) ?? [];
  // A cursor of another order means nothing in this one.
  return sorted === issueSorts.indexOf(sort) ? { key: key!, id: id! } : undefined;
}

const cursorAfter = (sort: IssueSort, { key, id }: Place) => encodeCursor([issueSorts.indexOf(sort), key, id]);
