import type { DatabaseSync } from "node:sqlite";
import { tagsOfKey } from "#server/domain/search/issue-keys.ts";
import type { IssueTerm, TextMatch } from "#server/domain/search/issue-query.ts";
import type { Condition } from "./filter.sqlite.ts";
import type { IssueTest } from "./tests.sqlite.ts";
import { prepare } from "#server/storage/sqlite/statement.ts";
import { globOf, lowered } from "#server/storage/issue-search/text-glob.ts";

/** A pattern that matches more values is not used as a source. */
export const mostTerms = 1_000;

/**
 * A pattern that matches more values is tested against each issue's own values. Looking up each
 * value for each walked issue took 70 ms of CPU for 500 matches (5,000 issues), and takes 2 ms this
 * way.
 */
const mostLookedUp = 20;
/** Whether a test may look up all of these. */
export const allTerms = (ids: number[]): boolean => ids.length <= mostLookedUp;

/**
 * Has one of the key's tags with one of the values, among the first thousand per issue
 * (`tags/tags.sqlite.ts`).
 */
export function tagTest(
  reader: DatabaseSync,
  projectId: number,
  { key, values }: { key: string; values: TextMatch[] },
): IssueTest {
  const tags = tagsOfKey(key).map(([tag, before]) => {
    const asked = values.map((value) => after(before, value));
    const found = (look: typeof termsOf) =>
      asked.flatMap((value) => look(reader, projectId, tag, value));
    const exact = found(termsOf);
    if (exact.length > 0) return { tag, ids: exact, isMet: () => valueCondition(tag, asked) };
    return { tag, ids: found(termsInOtherCase), isMet: () => valueInOtherCase(tag, asked) };
  });
  const ids = [...new Set(tags.flatMap((each) => each.ids))];
  return testOf(reader, projectId, { ids, tags: tags.map(({ tag }) => tag) }, () =>
    either(tags.map(({ isMet }) => isMet())),
  );
}

const after = (before: string, value: TextMatch): TextMatch =>
  typeof value === "string" ? before + value : { like: before + value.like };

/**
 * Explicit, because SQLite does not infer it from GLOB: without the index, it reads the values of
 * all keys.
 */
const selectValues =
  "SELECT id FROM tag_terms WHERE project_id = ? AND key = ? AND value IS NOT NULL";

/** A tag value equal to the number. */
export function numberTest(
  reader: DatabaseSync,
  projectId: number,
  { key, sign, number }: IssueTerm & { kind: "number" },
): IssueTest {
  const tags = tagsOfKey(key).map(([tag]) => tag);
  const isMet = `value GLOB '[-0-9]*' AND CAST(value AS REAL) ${sign} ?`;
  const select = `${selectValues} AND ${isMet} LIMIT ${mostTerms + 1}`;
  const found = prepare<{ id: number }>(reader, select);
  const ids = tags.flatMap((tag) => found.all(projectId, tag, number).map(({ id }) => id));
  return testOf(reader, projectId, { ids, tags }, () =>
    either(
      tags.map((tag) => ({
        sql: `EXISTS (SELECT 1 FROM issue_tags t WHERE t.issue_id = i.id AND t.key = ? AND t.${isMet.replace("CAST(", "CAST(t.")})`,
        values: [tag, number],
      })),
    ),
  );
}

/**
 * Few values are looked up, more are tested against each issue's own, and too many use all issues
 * with the key.
 */
function testOf(
  reader: DatabaseSync,
  projectId: number,
  { ids, tags }: { ids: number[]; tags: string[] },
  condition: () => Condition,
): IssueTest {
  const byIds = termTest(ids);
  if (allTerms(ids)) return byIds;
  const source = ids.length > mostTerms ? keysTest(reader, projectId, tags).source : byIds.source;
  return { condition: condition(), ...(source && { source }) };
}

const either = (conditions: Condition[]): Condition => ({
  sql: `(${conditions.map(({ sql }) => sql).join(" OR ")})`,
  values: conditions.flatMap(({ values }) => values),
});

/** Has one of the key's tags with any value. */
export function keyTest(reader: DatabaseSync, projectId: number, key: string): IssueTest {
  const tags = tagsOfKey(key);
  if (tags.some(([, before]) => before !== ""))
    return tagTest(reader, projectId, { key, values: [{ like: "*" }] });
  return keysTest(
    reader,
    projectId,
    tags.map(([tag]) => tag),
  );
}

function keysTest(reader: DatabaseSync, projectId: number, keys: string[]): IssueTest {
  const select = "SELECT id FROM tag_terms WHERE project_id = ? AND key = ? AND value IS NULL";
  const found = prepare<{ id: number }>(reader, select);
  return termTest(keys.flatMap((key) => found.all(projectId, key).map(({ id }) => id)));
}

function termsOf(reader: DatabaseSync, projectId: number, key: string, value: TextMatch): number[] {
  const isExact = typeof value === "string";
  const select = `${selectValues} AND value ${isExact ? "=" : "GLOB"} ? LIMIT ${mostTerms + 1}`;
  return prepare<{ id: number }>(reader, select)
    .all(projectId, key, isExact ? value : globOf(value))
    .map(({ id }) => id);
}

/** Number of a key's values read for a case-insensitive match, which has no index. */
const mostLookedAt = 2_000;
const selectInOtherCase = `SELECT id FROM (SELECT id, value FROM tag_terms WHERE project_id = ? AND key = ?
  AND value IS NOT NULL LIMIT ${mostLookedAt}) WHERE lower(value) GLOB ? LIMIT ${mostTerms + 1}`;

/**
 * For values without an exact match. Beyond the first values of a key, one is found if it is in
 * lowercase.
 */
function termsInOtherCase(
  reader: DatabaseSync,
  projectId: number,
  key: string,
  value: TextMatch,
): number[] {
  const ids = prepare<{ id: number }>(reader, selectInOtherCase)
    .all(projectId, key, globOf(lowered(value)))
    .map(({ id }) => id);
  return ids.length > 0 ? ids : termsOf(reader, projectId, key, lowered(value));
}

export function termTest(ids: number[]): IssueTest {
  const among = `term_id IN (${ids.join()})`;
  return {
    condition: {
      sql: `EXISTS (SELECT 1 FROM issue_terms t WHERE t.${among} AND t.issue_id = i.id)`,
      values: [],
    },
    source: {
      sql: `SELECT ${ids.length > 1 ? "DISTINCT " : ""}issue_id AS id FROM issue_terms WHERE ${among}`,
      values: [],
    },
  };
}

const valueInOtherCase = (key: string, values: TextMatch[]): Condition =>
  valueCondition(key, values.map(lowered), "lower(t.value)");

function valueCondition(key: string, values: TextMatch[], column = "t.value"): Condition {
  const globs = values.map(globOf);
  const like = globs.map(() => `${column} GLOB ?`).join(" OR ");
  const sql = `EXISTS (SELECT 1 FROM issue_tags t WHERE t.issue_id = i.id AND t.key = ? AND (${like}))`;
  return { sql, values: [key, ...globs] };
}
