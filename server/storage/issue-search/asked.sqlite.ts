import type { DatabaseSync } from "node:sqlite";
import type { IssueFilter } from "#server/storage/issues/issue-store.ts";
import { type ColumnBounds, columnBounds } from "#server/storage/issue-search/bounds.ts";
import { type Branch, branchesOf, levelCodesOf } from "#server/storage/issues/stored-status.ts";
import { type IssueTest, issueTests } from "./tests.sqlite.ts";
import { wordTest } from "./word-test.sqlite.ts";

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
export function askedOf(
  reader: DatabaseSync,
  filter: IssueFilter,
  findEnvironment: FindEnvironment,
): Asked | undefined {
  const { query, environment, projectId } = filter;
  const environmentId =
    environment === undefined ? undefined : findEnvironment(projectId, environment);
  if (environment !== undefined && environmentId === undefined) return undefined;
  const branches = branchesOf(query);
  const levels = levelCodesOf(query);
  if (branches.length === 0 || levels?.length === 0) return undefined;
  const words = query.words.map((word) => ({ word, test: wordTest(reader, projectId, word) }));
  // Each alone would be counted as a separate set, and a frequent word takes as long as everything
  // else.
  const ofWords = words.map(({ test }): IssueTest =>
    test.isPlain ? { condition: test.condition } : test,
  );
  const tests = [...issueTests(reader, filter), ...ofWords];
  const plainWords = words.flatMap(({ word, test }) => (test.isPlain ? word : []));
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

export type FindEnvironment = (projectId: number, name: string) => number | undefined;
