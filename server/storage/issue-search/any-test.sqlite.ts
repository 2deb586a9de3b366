import type { DatabaseSync } from "node:sqlite";
import type { IssueQuery } from "#server/domain/search/issue-query.ts";
import { columnBounds, type SortColumn } from "#server/storage/issue-search/bounds.ts";
import { branchesOf, levelCodesOf } from "#server/storage/issues/stored-status.ts";
import type { IssueFilter } from "#server/storage/issues/issue-store.ts";
import {
  boundConditions,
  type Condition,
  statusCondition,
  valuesOf,
  whereOf,
} from "./filter.sqlite.ts";
import { anyOfTests, type IssueTest, issueTests } from "./tests.sqlite.ts";
import { wordSource, wordTest } from "./word-test.sqlite.ts";

/** Matches if one of these queries matches. */
export const anyTest = (
  reader: DatabaseSync,
  filter: IssueFilter,
  queries: IssueQuery[],
): IssueTest => anyOfTests(queries.map((query) => allTest(reader, { ...filter, query })));

/** A nested query as one condition, without walking an index by its states and bounds. */
function allTest(reader: DatabaseSync, filter: IssueFilter): IssueTest {
  const { query, projectId } = filter;
  const words = query.words.map((word) => ({ word, ...wordTest(reader, projectId, word) }));
  const plainWords = words.flatMap(({ word, isPlain }) => (isPlain ? word : []));
  const tests: IssueTest[] = [...words, ...issueTests(reader, filter)];
  const own = [
    ...standingConditions(query),
    ...boundsOf(filter),
    ...tests.map(({ condition }) => condition),
  ];
  const condition =
    own.length === 0
      ? { sql: "1", values: [] }
      : { sql: `(${whereOf(own)})`, values: valuesOf(own) };
  const source = wordSource(reader, plainWords) ?? tests.find((test) => test.source)?.source;
  return { condition, ...(source && { source }) };
}

function standingConditions(query: IssueQuery): Condition[] {
  const branches = branchesOf(query).map(statusCondition);
  const levels = levelCodesOf(query);
  const states = branches.map(({ sql }) => `(${sql})`).join(" OR ");
  return [
    branches.length === 0
      ? { sql: "0", values: [] }
      : { sql: `(${states})`, values: valuesOf(branches) },
    ...(levels ? [{ sql: `i.level IN (${levels.join()})`, values: [] }] : []),
  ];
}

// The filter's own times are checked by the outer query.
const boundsOf = ({ query, projectId, sort, limit, now }: IssueFilter): Condition[] =>
  Object.entries(columnBounds({ query, projectId, sort, limit }, now ?? Date.now())).flatMap(
    ([column, bounds]) => boundConditions(column as SortColumn, bounds),
  );
