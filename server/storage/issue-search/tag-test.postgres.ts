import type { ProjectId } from "#server/domain/ids.ts";
import { tagsOfKey } from "#server/domain/search/issue-keys.ts";
import type { IssueTerm, TextMatch } from "#server/domain/search/issue-query.ts";
import { likeOf, lowered } from "#server/storage/issue-search/text-glob.ts";
import type { Query } from "#server/storage/postgres/database.ts";
import { isThere } from "./filter.postgres.ts";
import { anyOfTests, type IssueTest } from "./tests.postgres.ts";
import { raw, sql } from "#server/storage/sql.ts";

/** A pattern that matches more values is tested against each issue's own values. */
const mostValues = 1_000;

const selectAlike = `SELECT value FROM tag_terms WHERE project_id = $1 AND key = $2 AND value LIKE ANY($3::text[])
  AND value BETWEEN $4 AND $5 ORDER BY value LIMIT ${mostValues + 1}`;

const selectKnown =
  "SELECT value FROM tag_terms WHERE project_id = $1 AND key = $2 AND value = ANY($3::text[])";

/** Number of a key's values read for a case-insensitive match, which has no index. */
const mostLookedAt = 2_000;
const selectInOtherCase = `SELECT value FROM (SELECT value FROM tag_terms WHERE project_id = $1 AND key = $2
  AND value IS NOT NULL ORDER BY value LIMIT ${mostLookedAt}) looked WHERE lower(value) LIKE ANY($3::text[])
  LIMIT ${mostValues}`;

/**
 * Has one of the key's tags with one of the values, among the first thousand per issue
 * (`tags/tags.postgres.ts`).
 */
export async function tagTest(
  query: Query,
  projectId: ProjectId,
  { key, values }: { key: string; values: TextMatch[] },
): Promise<IssueTest> {
  const tests = tagsOfKey(key).map(([tag, before]) =>
    oneTagTest(
      query,
      projectId,
      tag,
      values.map((value) => after(before, value)),
    ),
  );
  return either(await Promise.all(tests));
}

const after = (before: string, value: TextMatch): TextMatch =>
  typeof value === "string" ? before + value : { like: before + value.like };

/** A single tag's test stays exact. */
const either = (tests: IssueTest[]): IssueTest =>
  tests.length === 1 ? tests[0]! : anyOfTests(tests);

async function oneTagTest(
  query: Query,
  projectId: ProjectId,
  key: string,
  values: TextMatch[],
): Promise<IssueTest> {
  const exact = values.filter((value) => typeof value === "string");
  const patterns = values.filter((value) => typeof value !== "string").map(likeOf);
  const [known, alike] = await Promise.all([
    exact.length > 0 ? query<{ value: string }>(selectKnown, projectId, key, exact) : [],
    patterns.length > 0
      ? query<{ value: string }>(selectAlike, projectId, key, patterns, ...stretchOf(values))
      : [],
  ]);
  if (alike.length > mostValues) return patternTest(projectId, key, values.map(likeOf));
  if (known.length + alike.length === 0) return inOtherCaseTest(query, projectId, key, values);
  return valueTest(projectId, key, [...new Set([...known, ...alike].map(({ value }) => value))]);
}

/**
 * For values without an exact match. Beyond the first values of a key, one is found if it is in
 * lowercase.
 */
async function inOtherCaseTest(
  query: Query,
  projectId: ProjectId,
  key: string,
  values: TextMatch[],
): Promise<IssueTest> {
  const lower = values.map(lowered);
  const found = await query<{ value: string }>(
    selectInOtherCase,
    projectId,
    key,
    lower.map(likeOf),
  );
  const plain = [...values, ...lower].filter((value) => typeof value === "string");
  return valueTest(projectId, key, [...new Set([...plain, ...found.map(({ value }) => value)])]);
}

/** A tag value equal to the number. */
export function numberTest(
  projectId: ProjectId,
  { key, sign, number }: IssueTerm & { kind: "number" },
): IssueTest {
  const tests = tagsOfKey(key).map(([tag]): IssueTest => {
    const isMet = sql`CASE WHEN t.value ~ ${numeric} THEN t.value::numeric ${raw(sign)} ${number}::numeric ELSE false END`;
    const condition =
      isThere(sql`issue_tags t WHERE t.project_id = ${projectId} AND t.issue_id = i.id AND t.key = ${tag}
      AND ${isMet}`);
    return { condition, source: oneKeyTest(projectId, tag).source! };
  });
  return either(tests);
}

const numeric = String.raw`^-?\d{1,15}(\.\d{1,9})?$`;

/** Has one of the key's tags with any value. */
export async function keyTest(query: Query, projectId: ProjectId, key: string): Promise<IssueTest> {
  const tags = tagsOfKey(key);
  if (tags.some(([, before]) => before !== ""))
    return tagTest(query, projectId, { key, values: [{ like: "*" }] });
  return either(tags.map(([tag]) => oneKeyTest(projectId, tag)));
}

function oneKeyTest(projectId: ProjectId, key: string): IssueTest {
  return {
    condition: isThere(
      sql`issue_tag_keys k WHERE k.project_id = ${projectId} AND k.issue_id = i.id AND k.key = ${key}`,
    ),
    source: sql`SELECT k.issue_id AS id FROM issue_tag_keys k WHERE k.project_id = ${projectId} AND k.key = ${key}`,
    isExact: true,
  };
}

function valueTest(projectId: ProjectId, key: string, values: string[]): IssueTest {
  const among = sql`t.project_id = ${projectId} AND t.key = ${key} AND t.value = ANY(${values}::text[])`;
  return {
    condition: isThere(sql`issue_tags t WHERE t.issue_id = i.id AND ${among}`),
    source: sql`SELECT t.issue_id AS id FROM issue_tags t WHERE ${among}`,
    isExact: true,
  };
}

function patternTest(projectId: ProjectId, key: string, patterns: string[]): IssueTest {
  const condition =
    isThere(sql`issue_tags t WHERE t.project_id = ${projectId} AND t.issue_id = i.id AND t.key = ${key}
    AND t.value LIKE ANY(${patterns}::text[])`);
  return { source: oneKeyTest(projectId, key).source!, condition };
}

/** Index range of all values that the patterns match, by their common prefix. */
function stretchOf(values: TextMatch[]): [least: string, greatest: string] {
  const beginnings = values.flatMap((value) =>
    typeof value === "string" ? [] : value.like.split("*", 1),
  );
  const [least, greatest] = [beginnings.toSorted()[0]!, beginnings.toSorted().at(-1)!];
  return [least, `${greatest}\u{10ffff}`];
}
