import type { DatabaseSync } from "node:sqlite";
import type { Issue } from "#server/domain/issue/issue.ts";
import { type IssueFilter, type IssueSort, type Page, issueSorts } from "#server/storage/store.ts";
import { conditionsOf } from "./issue-filter.ts";
import { gather } from "./issue-gather.ts";
import { type IssueRow, issueOf, selectIssue } from "./issue-row.ts";
import { sourcesOf } from "./issue-sources.ts";
import { branchesOf } from "./issue-standing.ts";
import { type Place, type Stretch, sortColumns, stepsInto, walk } from "./issue-walk.ts";
import { decodeCursor, encodeCursor } from "./keyset.ts";
import { prepare } from "./statement.ts";

/**
 * How far the order is walked, at first and then again, before the other way is tried: a filter that lets one in a
 * hundred through fills its page on the walk, for a narrower one there are few issues to gather. So neither way's cost
 * grows much with the project (at most 7 ms of walking; one issue to gather costs about 2 µs).
 */
const walks = [400, 5_000];

const first: Place = { key: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER };
const last: Place = { key: 0, id: 0 };

export type IssueList = (filter: IssueFilter) => Page<Issue>;

/** `environmentId` is undefined for a name that the project has never seen. */
export function issueList(
  reader: DatabaseSync,
  environmentId: (projectId: number, name: string) => number | undefined,
): IssueList {
  const byIds = prepare<IssueRow>(reader, `${selectIssue} WHERE i.id IN (SELECT value FROM json_each(?))`);

  function issuesAt(places: Place[]): Issue[] {
    const rows = new Map(byIds.all(JSON.stringify(places.map(({ id }) => id))).map((row) => [row.id, row]));
    return places.flatMap(({ id }) => {
      const row = rows.get(id);
      return row ? issueOf(row) : [];
    });
  }

  return (filter) => {
    const { environment, projectId, sort, limit } = filter;
    const within = environment === undefined ? undefined : environmentId(projectId, environment);
    if (environment !== undefined && within === undefined) return { rows: [] };
    const places = placesOf(reader, filter, within);
    const shown = places.slice(0, limit);
    return { rows: issuesAt(shown), ...(places.length > limit && { next: cursorAfter(sort, shown.at(-1)!) }) };
  };
}

/** One more than the page, where there is one more. */
function placesOf(reader: DatabaseSync, filter: IssueFilter, environmentId: number | undefined): Place[] {
  const wanted = filter.limit + 1;
  const conditions = conditionsOf(filter, environmentId);
  const stretch = stretchOf(filter);
  if (conditions.length === 0) return walk(reader, stretch, [], wanted);

  for (const steps of walks) {
    const floor = stepsInto(reader, stretch, steps);
    const found = walk(reader, { ...stretch, to: floor ?? stretch.to }, conditions, wanted);
    if (found.length === wanted || !floor) return found;
  }
  const sources = sourcesOf(reader, filter, environmentId, stretch.branches);
  return gather(reader, sources, stretch, conditions, wanted);
}

// A time bound on the sorted column itself shortens the stretch: nobody walks to it or past it.
function stretchOf({ projectId, query, sort, cursor, since, until }: IssueFilter): Stretch {
  const newest: Place = sort === "first-seen" && until !== undefined ? { key: until + 1, id: 0 } : first;
  const oldest: Place = sort === "last-seen" && since !== undefined ? { key: since, id: 0 } : last;
  return {
    projectId,
    branches: branchesOf(query.states),
    column: sortColumns[sort],
    from: placeOf(sort, cursor) ?? newest,
    to: oldest,
  };
}

function placeOf(sort: IssueSort, cursor: string | undefined): Place | undefined {
  const shape = ["integer", "integer", "integer"] as const;
  const [sorted, key, id] = decodeCursor<[number, number, number]>(cursor, [...shape]) ?? [];
  // A cursor of another order means nothing in this one.
  return sorted === issueSorts.indexOf(sort) ? { key: key!, id: id! } : undefined;
}

const cursorAfter = (sort: IssueSort, { key, id }: Place) => encodeCursor([issueSorts.indexOf(sort), key, id]);
