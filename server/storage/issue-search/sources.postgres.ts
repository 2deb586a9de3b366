import type { SortColumn } from "#server/storage/issue-search/bounds.ts";
import type { Asked } from "./asked.postgres.ts";
import { boundConditions, levelCondition, standingCondition } from "./filter.postgres.ts";
import type { IssueTest } from "./tests.postgres.ts";
import { wordSource } from "./words.postgres.ts";
import { allOf, joined, type Sql, sql } from "#server/storage/sql.ts";

/**
 * A query for the ids, some of them twice perhaps, of a set that holds every issue asked for;
 * `answered` is what all in it meet.
 */
export type Source = { ids: Sql; answered?: Sql };

/** By every index that can answer a part of what is asked; one at least. */
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

/** By everything that has few values: each combination is a stretch of one index. */
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
        WHERE i.project_id = ${projectId} AND ${standingCondition(branch)} AND ${allOf(conditions)}`,
    ),
    " UNION ALL ",
  ),
});
