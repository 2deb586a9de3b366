import type { IssueQuery } from "#server/domain/search/issue-query.ts";
import { columnBounds, type SortColumn } from "#server/storage/issue-search/bounds.ts";
import { branchesOf, levelCodesOf } from "#server/storage/issues/stored-status.ts";
import type { IssueFilter } from "#server/storage/issues/issue-store.ts";
import type { Query } from "#server/storage/postgres/database.ts";
import { boundConditions, anyStatusCondition } from "./filter.postgres.ts";
import { anyOfTests, type IssueTest, issueTests } from "./tests.postgres.ts";
import { allOf, type Sql, sql } from "#server/storage/sql.ts";
import { wordTest } from "./word-test.postgres.ts";

/** Matches if one of these queries matches. */
export async function anyTest(
  query: Query,
  filter: IssueFilter,
  queries: IssueQuery[],
): Promise<IssueTest> {
  return anyOfTests(
    await Promise.all(queries.map((each) => allTest(query, { ...filter, query: each }))),
  );
}

/** A nested query as one condition, without walking an index by its states and bounds. */
async function allTest(query: Query, filter: IssueFilter): Promise<IssueTest> {
  const { query: asked, projectId } = filter;
  const words = await Promise.all(asked.words.map((word) => wordTest(query, projectId, word)));
  const tests = [...words, ...(await issueTests(query, filter))];
  const own = [
    ...standingConditions(asked),
    ...boundsOf(filter),
    ...tests.map(({ condition }) => condition),
  ];
  const source = tests.find((test) => test.source)?.source;
  return { condition: sql`(${allOf(own)})`, ...(source && { source }) };
}

function standingConditions(query: IssueQuery): Sql[] {
  const levels = levelCodesOf(query);
  return [
    anyStatusCondition(branchesOf(query)),
    ...(levels ? [sql`i.level = ANY(${levels}::bigint[])`] : []),
  ];
}

// The filter's own times are checked by the outer query.
const boundsOf = ({ query, projectId, sort, limit, now }: IssueFilter): Sql[] =>
  Object.entries(columnBounds({ query, projectId, sort, limit }, now ?? Date.now())).flatMap(
    ([column, bounds]) => boundConditions(column as SortColumn, bounds),
  );
