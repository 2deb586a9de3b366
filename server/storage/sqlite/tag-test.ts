import type { DatabaseSync } from "node:sqlite";
import type { TextMatch } from "#server/domain/search/issue-query.ts";
import type { Condition } from "./issue-filter.ts";
import type { IssueTest } from "./issue-tests.ts";
import { prepare } from "./statement.ts";
import { globOf } from "#server/storage/layout/text-glob.ts";

/** A pattern that more values match leads to no set of issues. */
const mostTerms = 1_000;

/**
 * One that more values match is tried on each issue's own values: looking each of them up for each issue that is walked past
 * took 70 ms of processor time where 500 matched (5,000 issues), and takes 2 this way.
 */
const mostLookedUp = 20;

/** Has the tag with one of the values, among the first thousand of each issue (`tags.ts`). */
export function tagTest(
  reader: DatabaseSync,
  projectId: number,
  { key, values }: { key: string; values: TextMatch[] },
): IssueTest {
  const ids = new Set(values.flatMap((value) => termsOf(reader, projectId, key, value)));
  const { condition, source } = termTest([...ids]);
  if (ids.size > mostTerms) return { ...keyTest(reader, projectId, key), condition: valueCondition(key, values) };
  return { condition: ids.size > mostLookedUp ? valueCondition(key, values) : condition, ...(source && { source }) };
}

/** Has the tag, whatever its value. */
export function keyTest(reader: DatabaseSync, projectId: number, key: string): IssueTest {
  const select = "SELECT id FROM tag_terms WHERE project_id = ? AND key = ? AND value IS NULL";
  return termTest(
    prepare<{ id: number }>(reader, select)
      .all(projectId, key)
      .map(({ id }) => id),
  );
}

function termsOf(reader: DatabaseSync, projectId: number, key: string, value: TextMatch): number[] {
  const isExact = typeof value === "string";
  const select = `SELECT id FROM tag_terms WHERE project_id = ? AND key = ? AND value ${isExact ? "=" : "GLOB"} ? LIMIT ${mostTerms + 1}`;
  return prepare<{ id: number }>(reader, select)
    .all(projectId, key, isExact ? value : globOf(value))
    .map(({ id }) => id);
}

function termTest(ids: number[]): IssueTest {
  const among = `term_id IN (${ids.join()})`;
  return {
    condition: { sql: `EXISTS (SELECT 1 FROM issue_terms t WHERE t.${among} AND t.issue_id = i.id)`, values: [] },
    source: {
      sql: `SELECT ${ids.length > 1 ? "DISTINCT " : ""}issue_id AS id FROM issue_terms WHERE ${among}`,
      values: [],
    },
  };
}

function valueCondition(key: string, values: TextMatch[]): Condition {
  const globs = values.map(globOf);
  const like = globs.map(() => "t.value GLOB ?").join(" OR ");
  const sql = `EXISTS (SELECT 1 FROM issue_tags t WHERE t.issue_id = i.id AND t.key = ? AND (${like}))`;
  return { sql, values: [key, ...globs] };
}
