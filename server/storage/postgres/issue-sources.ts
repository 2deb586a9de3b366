import type { SortColumn } from "#server/storage/layout/issue-bounds.ts";
import type { Asked } from "./issue-asked.ts";
import { boundConditions, levelCondition, standingCondition } from "./issue-filter.ts";
import { wordSource } from "./issue-words.ts";
import { allOf, joined, type Sql, sql } from "./sql.ts";

/** Queries for the ids, some of them twice perhaps, of sets that hold every issue asked for, by every index that can answer a part of it; one at least. */
export function sourcesOf(asked: Asked): Sql[] {
  const { filter, environmentId, tests } = asked;
  const { projectId } = filter;
  return [
    ...present(wordSource(projectId, filter.query.words)),
    ...tests.flatMap(({ source }) => present(source)),
    ...(environmentId === undefined ? [] : [environmentSource(projectId, environmentId)]),
    standingSource(asked),
    ...boundSources(asked),
  ];
}

export const idSource = (ids: number[]): Sql => sql`SELECT unnest(${ids}::bigint[])`;

const present = (source: Sql | undefined): Sql[] => (source ? [source] : []);

const environmentSource = (projectId: number, id: number): Sql =>
  sql`SELECT e.issue_id AS id FROM issue_environments e WHERE e.project_id = ${projectId} AND e.environment_id = ${id}`;

/** By everything that has few values: each combination is a stretch of one index. */
function standingSource(asked: Asked): Sql {
  const flags = asked.tests.flatMap(({ condition, isInStanding }) => (isInStanding ? [condition] : []));
  return union(asked, [...levelCondition(asked), ...flags]);
}

function boundSources(asked: Asked): Sql[] {
  return Object.entries(asked.bounds).flatMap(([column, each]) => {
    const within = boundConditions(column as SortColumn, each);
    return within.length === 0 ? [] : [union(asked, within)];
  });
}

const union = ({ filter: { projectId }, branches }: Asked, conditions: Sql[]): Sql =>
  joined(
    branches.map(
      (branch) => sql`SELECT i.id FROM issues i
        WHERE i.project_id = ${projectId} AND ${standingCondition(branch)} AND ${allOf(conditions)}`,
    ),
    " UNION ALL ",
  );
