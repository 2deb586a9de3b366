import type { SortColumn } from "#server/storage/issue-search/bounds.ts";
import type { Asked } from "./asked.postgres.ts";
import { boundConditions, levelCondition, statusCondition } from "./filter.postgres.ts";
import type { IssueTest } from "./tests.postgres.ts";
import { wordSource } from "./words.postgres.ts";
import { allOf, joined, type Sql, sql } from "#server/storage/sql.ts";

/**
 * A query for IDs, possibly with duplicates, of a set that contains every matching issue.
 * `answered`: conditions that all of them meet.
 */
export type Source = { ids: Sql; answered?: Sql };

/** One source per index that can answer part of the filter; at least one. */
export function sourcesOf(asked: Asked): Source[] {
  const { filter, environmentId, tests } = asked;
  const { projectId } = filter;
  const words = wordSource(projectId, asked.plainWords);
  return [
    ...(words ? [{ ids: words }] : []),
    ...tests.flatMap(sourceOf),
    ...(environmentId === undefined ? [] : [environmentSource(projectId, environmentId)]),
    standingSource(asked),
    ...boundSources(asked),
  ];
}

export const idSource = (ids: number[]): Source => ({ ids: sql`SELECT unnest(${ids}::bigint[])` });

function sourceOf({ source, condition, isExact }: IssueTest): Source[] {
  if (!source) return [];
  return [isExact ? { ids: source, answered: condition } : { ids: source }];
}

const environmentSource = (projectId: number, id: number): Source => ({
  ids: sql`SELECT e.issue_id AS id FROM issue_environments e WHERE e.project_id = ${projectId} AND e.environment_id = ${id}`,
});

/** All columns with few values: each combination is a range of one index. */
function standingSource(asked: Asked): Source {
  const flags = asked.tests.flatMap(({ condition, isInStanding }) =>
    isInStanding ? [condition] : [],
  );
  return union(asked, [...levelCondition(asked), ...flags]);
}

function boundSources(asked: Asked): Source[] {
  return Object.entries(asked.bounds).flatMap(([column, each]) => {
    const within = boundConditions(column as SortColumn, each);
    return within.length === 0 ? [] : [union(asked, within)];
  });
}

const union = ({ filter: { projectId }, branches }: Asked, conditions: Sql[]): Source => ({
  ids: joined(
    branches.map(
      (branch) => sql`SELECT i.id FROM issues i
        WHERE i.project_id = ${projectId} AND ${statusCondition(branch)} AND ${allOf(conditions)}`,
    ),
    " UNION ALL ",
  ),
});
