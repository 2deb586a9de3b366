import type { Bounds } from "#server/domain/search/issue-query-moment.ts";
import type { SortColumn } from "#server/storage/issue-search/bounds.ts";
import type { Branch } from "#server/storage/issues/stored-status.ts";
import type { Asked } from "./asked.postgres.ts";
import { anyOf, raw, type Sql, sql } from "#server/storage/sql.ts";

/** Conditions on an issue (`i`) besides its state, cheapest first: columns of its own row. */
export function conditionsOf(asked: Asked): Sql[] {
  return [
    ...(asked.branches.some(({ substates }) => substates)
      ? [anyStatusCondition(asked.branches)]
      : []),
    ...levelCondition(asked),
    ...Object.entries(asked.bounds).flatMap(([column, bounds]) =>
      boundConditions(column as SortColumn, bounds),
    ),
    ...asked.tests.map(({ condition }) => condition),
    ...environmentCondition(asked),
  ];
}

/**
 * Whether such a row exists, checked per issue. The planner would join an EXISTS with all rows of
 * the project, although a page needs only a few.
 */
export const isThere = (from: Sql): Sql => sql`(SELECT true FROM ${from} LIMIT 1)`;

export const levelCondition = ({ levels }: Asked): Sql[] =>
  levels ? [sql`i.level = ANY(${levels}::bigint[])`] : [];

// Within an environment, times are those at which the issue was seen there.
function environmentCondition({
  environmentId,
  filter: { projectId, since, until },
}: Asked): Sql[] {
  if (environmentId === undefined) return [];
  return [
    isThere(sql`issue_environments e WHERE e.project_id = ${projectId} AND e.environment_id = ${environmentId}
      AND e.issue_id = i.id AND e.last_seen >= ${since ?? 0} AND e.first_seen <= ${until ?? Number.MAX_SAFE_INTEGER}`),
  ];
}

export const statusCondition = ({ state, substates }: Branch): Sql =>
  substates
    ? sql`i.state = ${state} AND i.substate = ANY(${substates}::bigint[])`
    : sql`i.state = ${state}`;

export const anyStatusCondition = (branches: Branch[]): Sql =>
  anyOf(branches.map((branch) => sql`(${statusCondition(branch)})`));

export function boundConditions(column: SortColumn, { atLeast, atMost }: Bounds): Sql[] {
  const name = raw(`i.${column}`);
  return [
    ...(atLeast <= 0 ? [] : [sql`${name} >= ${atLeast}`]),
    ...(atMost === Number.MAX_SAFE_INTEGER ? [] : [sql`${name} <= ${atMost}`]),
  ];
}
