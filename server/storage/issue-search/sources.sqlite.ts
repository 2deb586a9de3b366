import type { DatabaseSync } from "node:sqlite";
import type { TextMatch } from "#server/domain/search/issue-query.ts";
import type { Asked } from "./asked.sqlite.ts";
import type { SortColumn } from "#server/storage/issue-search/bounds.ts";
import {
  boundConditions,
  type Condition,
  statusCondition,
  valuesOf,
  whereOf,
} from "./filter.sqlite.ts";
import { wordSource } from "./word-test.sqlite.ts";

/** A query for the IDs (`id`) of a set that contains every matching issue, and possibly others. */
export type Source = Condition;

/** One source per index that can answer part of the filter; at least one. */
export function sourcesOf(reader: DatabaseSync, asked: Asked): Source[] {
  const { environmentId, tests, plainWords } = asked;
  const words = wordSource(reader, [...plainWords, ...wordsOfRoutes(asked)]);
  return [
    ...(words ? [words] : []),
    ...tests.flatMap(({ source }) => source ?? []),
    ...environmentSource(environmentId),
    standingSource(asked),
    ...boundSources(asked),
  ];
}

export const idSource = (ids: number[]): Source => ({
  sql: "SELECT DISTINCT value AS id FROM json_each(?)",
  values: [JSON.stringify(ids)],
});

/**
 * A pattern is matched against the culprit, which the word index covers: each part between its
 * stars is a word.
 */
function wordsOfRoutes({ filter: { query } }: Asked): string[] {
  const routes = (query.terms ?? []).flatMap((term) =>
    term.kind === "field" && term.field === "route" && !term.negated && term.values.length === 1
      ? term.values
      : [],
  );
  return routes.flatMap(partsOf).filter((part) => part.length > 2);
}

const partsOf = (match: TextMatch): string[] =>
  typeof match === "string" ? [] : match.like.split("*");

function environmentSource(id: number | undefined): Source[] {
  if (id === undefined) return [];
  return [
    { sql: "SELECT issue_id AS id FROM issue_environments WHERE environment_id = ?", values: [id] },
  ];
}

const allSubstates = [0, 1, 2];
const allLevels = [0, 1, 2, 3, 4];

/** All columns with few values: each combination is a range of one index. */
function standingSource({
  filter: { projectId },
  branches,
  levels = allLevels,
  tests,
}: Asked): Source {
  const flags = tests.flatMap(({ condition, isInStanding }) => (isInStanding ? condition : []));
  const either = flags.some(({ sql }) => sql.startsWith("i.unhandled"))
    ? []
    : [{ sql: "i.unhandled IN (0, 1)", values: [] }];
  const each = branches.map(({ state, substates = allSubstates }) => [
    { sql: "i.project_id = ?", values: [projectId] },
    statusCondition({ state, substates }),
    { sql: `i.level IN (${levels.join()})`, values: [] },
    ...either,
    ...flags,
  ]);
  return union("issues_by_standing", each);
}

function boundSources({ filter: { projectId }, branches, bounds }: Asked): Source[] {
  return Object.entries(bounds).flatMap(([column, each]) => {
    const within = boundConditions(column as SortColumn, each);
    if (within.length === 0) return [];
    const all = branches.map((branch) => [
      { sql: "i.project_id = ?", values: [projectId] },
      statusCondition(branch),
      ...within,
    ]);
    return [union(`issues_by_${column}`, all)];
  });
}

function union(index: string, branches: Condition[][]): Source {
  const sql = branches.map(
    (all) => `SELECT i.id FROM issues i INDEXED BY ${index} WHERE ${whereOf(all)}`,
  );
  return { sql: sql.join(" UNION ALL "), values: valuesOf(branches.flat()) };
}
