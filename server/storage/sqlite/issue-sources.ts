import type { DatabaseSync } from "node:sqlite";
import type { IssueFilter } from "#server/storage/store.ts";
import { type Condition, standingCondition, valuesOf, whereOf } from "./issue-filter.ts";
import { type Branch, levelCodes } from "./issue-standing.ts";
import { matchOf, piecesFrom } from "./issue-words.ts";

/** A query for the ids (`id`) of a set that holds every issue asked for, and perhaps others. */
export type Source = Condition;

/** Every index that can answer a part of the filter; there is always at least one. */
export function sourcesOf(
  reader: DatabaseSync,
  filter: IssueFilter,
  environmentId: number | undefined,
  branches: Branch[],
): Source[] {
  return [
    ...wordSource(reader, filter.query.words),
    ...environmentSource(environmentId),
    standingSource(filter, branches),
    ...timeSources(filter, branches),
  ];
}

export const idSource = (ids: number[]): Source => ({
  sql: "SELECT DISTINCT value AS id FROM json_each(?)",
  values: [JSON.stringify(ids)],
});

function wordSource(reader: DatabaseSync, words: string[]): Source[] {
  const match = matchOf(words, (word) => piecesFrom(reader, word));
  return match ? [{ sql: "SELECT rowid AS id FROM issue_words WHERE issue_words MATCH ?", values: [match] }] : [];
}

function environmentSource(id: number | undefined): Source[] {
  if (id === undefined) return [];
  return [{ sql: "SELECT issue_id AS id FROM issue_environments WHERE environment_id = ?", values: [id] }];
}

function standingSource({ projectId, query }: IssueFilter, branches: Branch[]): Source {
  const level = query.levels.length > 0 ? `i.level IN (${levelCodes(query.levels).join()})` : "true";
  const each = branches.map(({ state, substates = [0, 1, 2] }) => [
    { sql: "i.project_id = ?", values: [projectId] },
    standingCondition({ state, substates }),
    { sql: level, values: [] },
  ]);
  return union("issues_by_standing", each);
}

function timeSources({ projectId, since, until }: IssueFilter, branches: Branch[]): Source[] {
  const within = (time: Condition) =>
    branches.map((branch) => [{ sql: "i.project_id = ?", values: [projectId] }, standingCondition(branch), time]);
  return [
    ...(since === undefined
      ? []
      : [union("issues_by_last_seen", within({ sql: "i.last_seen >= ?", values: [since] }))]),
    ...(until === undefined
      ? []
      : [union("issues_by_first_seen", within({ sql: "i.first_seen <= ?", values: [until] }))]),
  ];
}

function union(index: string, branches: Condition[][]): Source {
  const sql = branches.map((all) => `SELECT i.id FROM issues i INDEXED BY ${index} WHERE ${whereOf(all)}`);
  return { sql: sql.join(" UNION ALL "), values: valuesOf(branches.flat()) };
}
