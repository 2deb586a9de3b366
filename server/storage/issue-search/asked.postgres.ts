import { type ColumnBounds, columnBounds } from "#server/storage/issue-search/bounds.ts";
import { type Branch, branchesOf, levelCodesOf } from "#server/storage/issues/stored-status.ts";
import type { IssueFilter } from "#server/storage/issues/issue-store.ts";
import type { Query } from "#server/storage/postgres/database.ts";
import { findEnvironment } from "#server/storage/names/environments.postgres.ts";
import { type IssueTest, issueTests } from "./tests.postgres.ts";
import { wordTest } from "./word-test.postgres.ts";

/** A filter with names resolved to IDs and absolute times. */
export type Asked = {
  filter: IssueFilter;
  branches: Branch[];
  levels?: number[];
  bounds: ColumnBounds;
  /** ID of `filter.environment`. */
  environmentId?: number;
  tests: IssueTest[];
  /** Words that the word index answers exactly; looked up together. */
  plainWords: string[];
};

/** Undefined if nothing can match: an unknown environment, or contradictory states. */
export async function askedOf(query: Query, filter: IssueFilter): Promise<Asked | undefined> {
  const { environment, projectId } = filter;
  const branches = branchesOf(filter.query);
  const levels = levelCodesOf(filter.query);
  if (branches.length === 0 || levels?.length === 0) return undefined;
  const words = filter.query.words;
  const [environmentId, ofTerms, ...ofWords] = await Promise.all([
    environment === undefined ? undefined : findEnvironment(query, projectId, environment),
    issueTests(query, filter),
    ...words.map((word) => wordTest(query, projectId, word)),
  ]);
  // Each alone would be counted as a separate set, and a frequent word takes as long as everything
  // else.
  const tests = [
    ...ofTerms,
    ...ofWords.map((test): IssueTest => (test.isPlain ? { condition: test.condition } : test)),
  ];
  const plainWords = words.filter((_, at) => ofWords[at]!.isPlain);
  if (environment !== undefined && environmentId === undefined) return undefined;
  const bounds = columnBounds(filter, filter.now ?? Date.now());
  return {
    filter,
    branches,
    bounds,
    tests,
    plainWords,
    ...(levels && { levels }),
    ...(environmentId !== undefined && { environmentId }),
  };
}
