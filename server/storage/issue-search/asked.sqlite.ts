import type { DatabaseSync } from "node:sqlite";
import type { IssueFilter } from "#server/storage/issues/issue-store.ts";
import { type ColumnBounds, columnBounds } from "#server/storage/issue-search/bounds.ts";
import { type Branch, branchesOf, levelCodesOf } from "#server/storage/issues/standing.ts";
import { type IssueTest, issueTests } from "./tests.sqlite.ts";
import { wordTest } from "./word-test.sqlite.ts";

/** A filter as this engine understands it: names looked up, times told. */
export type Asked = {
  filter: IssueFilter;
  branches: Branch[];
  levels?: number[];
  bounds: ColumnBounds;
  /** Of `filter.environment`. */
  environmentId?: number;
  tests: IssueTest[];
  /** Words that the index of words answers alone: all of them are looked up in it together. */
  plainWords: string[];
};

/**
 * Undefined when nothing can match: an environment that the project has never seen, states that
 * exclude each other.
 */
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
  // Each alone would be counted as a set of its own: a frequent word takes as long as all else.
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
