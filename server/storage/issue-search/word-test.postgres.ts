import type { ProjectId } from "#server/domain/ids.ts";
import { parseIssueName } from "#server/domain/issue/short-id.ts";
import type { TextMatch } from "#server/domain/search/issue-query.ts";
import { isEmailAddress } from "#server/domain/search/query-words.ts";
import { wordsIn } from "#server/storage/issue-search/searched-lines.ts";
import { anywhere, lowered } from "#server/storage/issue-search/text-glob.ts";
import type { Query } from "#server/storage/postgres/database.ts";
import { isThere } from "./filter.postgres.ts";
import type { IssueTest } from "./tests.postgres.ts";
import { wordSource } from "./words.postgres.ts";
import { tagTest } from "./tag-test.postgres.ts";
import { anyOf, joined, type Sql, sql } from "#server/storage/sql.ts";

/** A word in more releases than this is not used as a source. */
const mostReleases = 1_000;

const selectReleases = `SELECT value FROM tag_terms WHERE project_id = $1 AND key = 'release' AND value IS NOT NULL
  AND lower(value) LIKE $2 ORDER BY value LIMIT ${mostReleases + 1}`;

/**
 * In the searched text of an issue or the name of a release, or equal to its short ID or a user's
 * email address.
 */
export async function wordTest(
  query: Query,
  projectId: ProjectId,
  word: TextMatch,
): Promise<IssueTest & { isPlain: boolean }> {
  const text = anywhere(lowered(word));
  const ofIssue = sql`issue_words w WHERE w.project_id = ${projectId} AND w.issue_id = i.id`;
  const isText = typeof word === "string";
  const inWords = isThere(
    isText ? sql`${ofIssue} AND w.words LIKE ${text}` : sql`${ofIssue} AND ${lineLike(text)}`,
  );
  const shortId = isText ? await shortIdTest(query, projectId, word) : [];
  const user = isEmailAddress(word)
    ? [await tagTest(query, projectId, { key: "user", values: [word] })]
    : [];
  const beside = [...shortId, ...user, ...(await releaseTest(query, projectId, text))];
  const condition = anyOf([inWords, ...beside.map((each) => each.condition)]);
  const sources = [
    wordSource(projectId, isText ? [word] : wordsIn(word)),
    ...beside.map(({ source }) => source),
  ];
  const isPlain = isText && beside.length === 0;
  if (sources.some((source) => source === undefined)) return { condition, isPlain };
  return {
    condition,
    isPlain,
    source: joined(
      sources.map((source) => source!),
      " UNION ",
    ),
  };
}

/** A pattern matches within one line. */
const lineLike = (text: string): Sql =>
  sql`EXISTS (SELECT 1 FROM unnest(string_to_array(w.words, chr(10))) l(line) WHERE l.line LIKE ${text})`;

export async function shortIdTest(
  query: Query,
  projectId: ProjectId,
  word: string,
): Promise<IssueTest[]> {
  if (!/-\d+$/.test(word)) return [];
  const [project] = await query<{ prefix: string }>(
    "SELECT prefix FROM projects WHERE id = $1",
    projectId,
  );
  const name = project && parseIssueName(word, project);
  if (!name || !("number" in name)) return [];
  const condition = sql`i.number = ${name.number}::bigint`;
  const source = sql`SELECT n.id FROM issues n WHERE n.project_id = ${projectId} AND n.number = ${name.number}::bigint`;
  return [{ condition, source }];
}

async function releaseTest(query: Query, projectId: ProjectId, text: string): Promise<IssueTest[]> {
  const rows = await query<{ value: string }>(selectReleases, projectId, text);
  if (rows.length === 0) return [];
  const ofRelease = sql`t.project_id = ${projectId} AND t.key = 'release'`;
  if (rows.length > mostReleases)
    return [
      {
        condition: isThere(
          sql`issue_tags t WHERE ${ofRelease} AND t.issue_id = i.id AND lower(t.value) LIKE ${text}`,
        ),
      },
    ];
  const among = sql`${ofRelease} AND t.value = ANY(${rows.map(({ value }) => value)}::text[])`;
  return [
    {
      condition: isThere(sql`issue_tags t WHERE t.issue_id = i.id AND ${among}`),
      source: sql`SELECT t.issue_id AS id FROM issue_tags t WHERE ${among}`,
    },
  ];
}
