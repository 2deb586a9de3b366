import type { SQLInputValue } from "node:sqlite";
import type { IssueFilter } from "#server/storage/store.ts";
import { type Branch, levelCodes } from "./issue-standing.ts";

/** A piece of a WHERE clause and what its question marks stand for. `i` is the issue. */
export type Condition = { sql: string; values: SQLInputValue[] };

/** What is asked of an issue beside its state, the cheapest to test first: the first two need only the index. */
export function conditionsOf(filter: IssueFilter, environmentId: number | undefined): Condition[] {
  return [
    ...levelCondition(filter),
    ...timeConditions(filter),
    ...environmentCondition(filter, environmentId),
    ...wordConditions(filter),
  ];
}

function levelCondition({ query }: IssueFilter): Condition[] {
  if (query.levels.length === 0) return [];
  return [{ sql: `i.level IN (${levelCodes(query.levels).join()})`, values: [] }];
}

function timeConditions({ since, until }: IssueFilter): Condition[] {
  return [
    ...(since === undefined ? [] : [{ sql: "i.last_seen >= ?", values: [since] }]),
    ...(until === undefined ? [] : [{ sql: "i.first_seen <= ?", values: [until] }]),
  ];
}

// Within an environment, the times are those at which the issue was seen there.
function environmentCondition({ since, until }: IssueFilter, environmentId: number | undefined): Condition[] {
  if (environmentId === undefined) return [];
  const times = "e.last_seen >= ? AND e.first_seen <= ?";
  const sql = `EXISTS (SELECT 1 FROM issue_environments e WHERE e.environment_id = ? AND e.issue_id = i.id AND ${times})`;
  return [{ sql, values: [environmentId, since ?? 0, until ?? Number.MAX_SAFE_INTEGER] }];
}

function wordConditions({ query }: IssueFilter): Condition[] {
  return query.words.map((word) => ({ sql: "instr(i.words, ?) > 0", values: [word.toLowerCase()] }));
}

export function standingCondition(branch: Branch): Condition {
  const { state, substates } = branch;
  return substates
    ? { sql: `i.state = ? AND i.substate IN (${substates.join()})`, values: [state] }
    : { sql: "i.state = ?", values: [state] };
}

export const whereOf = (conditions: Condition[]): string => conditions.map(({ sql }) => sql).join(" AND ");
export const valuesOf = (conditions: Condition[]): SQLInputValue[] => conditions.flatMap(({ values }) => values);
