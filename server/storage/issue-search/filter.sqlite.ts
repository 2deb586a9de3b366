import type { SQLInputValue } from "node:sqlite";
import type { Asked } from "./asked.sqlite.ts";
import type { SortColumn } from "#server/storage/issue-search/bounds.ts";
import type { Branch } from "#server/storage/issues/stored-status.ts";
import type { Bounds } from "#server/domain/search/issue-query-moment.ts";

/** A piece of a WHERE clause and its parameters. `i` is the issue. */
export type Condition = { sql: string; values: SQLInputValue[] };

/**
 * Conditions on an issue besides its state, cheapest first: levels and times need only the index.
 */
export function conditionsOf(asked: Asked): Condition[] {
  return [
    ...levelCondition(asked),
    ...Object.entries(asked.bounds).flatMap(([column, bounds]) =>
      boundConditions(column as SortColumn, bounds),
    ),
    ...asked.tests.map(({ condition }) => condition),
    ...environmentCondition(asked),
  ];
}

export function boundConditions(column: SortColumn, { atLeast, atMost }: Bounds): Condition[] {
  return [
    ...(atLeast <= 0 ? [] : [{ sql: `i.${column} >= ?`, values: [atLeast] }]),
    ...(atMost === Number.MAX_SAFE_INTEGER ? [] : [{ sql: `i.${column} <= ?`, values: [atMost] }]),
  ];
}

function levelCondition({ levels }: Asked): Condition[] {
  return levels ? [{ sql: `i.level IN (${levels.join()})`, values: [] }] : [];
}

// Within an environment, times are those at which the issue was seen there.
function environmentCondition({ environmentId, filter: { since, until } }: Asked): Condition[] {
  if (environmentId === undefined) return [];
  const times = "e.last_seen >= ? AND e.first_seen <= ?";
  const sql = `EXISTS (SELECT 1 FROM issue_environments e WHERE e.environment_id = ? AND e.issue_id = i.id AND ${times})`;
  return [{ sql, values: [environmentId, since ?? 0, until ?? Number.MAX_SAFE_INTEGER] }];
}

export function statusCondition(branch: Branch): Condition {
  const { state, substates } = branch;
  return substates
    ? { sql: `i.state = ? AND i.substate IN (${substates.join()})`, values: [state] }
    : { sql: "i.state = ?", values: [state] };
}

export const whereOf = (conditions: Condition[]): string =>
  conditions.map(({ sql }) => sql).join(" AND ");
export const valuesOf = (conditions: Condition[]): SQLInputValue[] =>
  conditions.flatMap(({ values }) => values);
