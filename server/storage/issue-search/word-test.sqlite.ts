import type { DatabaseSync } from "node:sqlite";
import { parseIssueName } from "#server/domain/issue/short-id.ts";
import type { TextMatch } from "#server/domain/search/issue-query.ts";
import { isEmailAddress } from "#server/domain/search/query-words.ts";
import { wordsIn } from "#server/storage/issue-search/searched-lines.ts";
import { globAnywhere, lowered } from "#server/storage/issue-search/text-glob.ts";
import { allTerms, mostTerms, tagTest, termTest } from "./tag-test.sqlite.ts";
import type { Condition } from "./filter.sqlite.ts";
import type { IssueTest } from "./tests.sqlite.ts";
import { matchOf, piecesFrom, rarestPiece } from "./words.sqlite.ts";
import { prepare } from "#server/storage/sqlite/statement.ts";
import { wordCondition } from "./line-test.sqlite.ts";
import { matchingWords } from "./word-index.sqlite.ts";

/**
 * In the searched text of an issue or the name of a release, or equal to its short ID or a user's
 * email address. `isPlain`: only in the text, so that `wordSource` can be used.
 */
export function wordTest(
  reader: DatabaseSync,
  projectId: number,
  word: TextMatch,
): IssueTest & { isPlain: boolean } {
  const shortId = typeof word === "string" ? shortIdTest(reader, projectId, word) : [];
  const user = isEmailAddress(word)
    ? [tagTest(reader, projectId, { key: "user", values: [word] })]
    : [];
  const beside = [
    ...shortId,
    ...user,
    ...releaseTest(reader, projectId, globAnywhere(lowered(word))),
  ];
  const conditions: Condition[] = [
    typeof word === "string"
      ? { sql: "instr(i.words, ?) > 0", values: [word.toLowerCase()] }
      : wordCondition(word),
    ...beside.map(({ condition }) => condition),
  ];
  const condition = {
    sql: `(${conditions.map(({ sql }) => sql).join(" OR ")})`,
    values: conditions.flatMap(({ values }) => values),
  };
  if (beside.length === 0 && typeof word === "string") return { condition, isPlain: true };
  const own = wordSource(reader, typeof word === "string" ? [word] : wordsIn(word));
  const sources = [own, ...beside.map(({ source }) => source)];
  if (sources.some((source) => source === undefined)) return { condition, isPlain: false };
  const sql = sources.map((source) => source!.sql).join(" UNION ");
  return {
    condition,
    source: { sql, values: sources.flatMap((source) => source!.values) },
    isPlain: false,
  };
}

/** Uses the word index; undefined if no word is selective. */
export function wordSource(reader: DatabaseSync, words: string[]): Condition | undefined {
  const match = rarestPiece(reader, words) ?? matchOf(words, (word) => piecesFrom(reader, word));
  return match === undefined ? undefined : { sql: matchingWords, values: [match] };
}

export function shortIdTest(reader: DatabaseSync, projectId: number, word: string): IssueTest[] {
  if (!/-\d+$/.test(word)) return [];
  const project = prepare<{ prefix: string }>(
    reader,
    "SELECT prefix FROM projects WHERE id = ?",
  ).get(projectId);
  const name = project && parseIssueName(word, project);
  if (!name || !("number" in name)) return [];
  const values = [projectId, name.number];
  return [
    {
      condition: { sql: "i.number = ?", values: [name.number] },
      source: { sql: "SELECT id FROM issues WHERE project_id = ? AND number = ?", values },
    },
  ];
}

const selectReleases = `SELECT id FROM tag_terms WHERE project_id = ? AND key = 'release' AND value IS NOT NULL
  AND lower(value) GLOB ? LIMIT ${mostTerms + 1}`;

function releaseTest(reader: DatabaseSync, projectId: number, glob: string): IssueTest[] {
  const ids = prepare<{ id: number }>(reader, selectReleases)
    .all(projectId, glob)
    .map(({ id }) => id);
  if (ids.length === 0) return [];
  const condition = {
    sql: `EXISTS (SELECT 1 FROM issue_tags t WHERE t.issue_id = i.id AND t.key = 'release' AND lower(t.value) GLOB ?)`,
    values: [glob],
  };
  if (ids.length > mostTerms) return [{ condition }];
  return [allTerms(ids) ? termTest(ids) : { ...termTest(ids), condition }];
}
