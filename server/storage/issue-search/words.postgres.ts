import type { ProjectId } from "#server/domain/ids.ts";
import { anywhere } from "#server/storage/issue-search/text-glob.ts";
import { allOf, type Sql, sql } from "#server/storage/sql.ts";

/** The index has trigrams of letters and digits only. Text without any can't be looked up. */
const hasPiece = /[\p{L}\p{N}]{3}/u;

/** Issues with all of these words, by the word index; undefined if no word is selective. */
export function wordSource(projectId: ProjectId, words: string[]): Sql | undefined {
  const telling = words.filter((word) => hasPiece.test(word));
  if (telling.length === 0) return undefined;
  const all = allOf(telling.map((word) => sql`w.words LIKE ${anywhere(word.toLowerCase())}`));
  return sql`SELECT w.issue_id AS id FROM issue_words w WHERE w.project_id = ${projectId} AND ${all}`;
}
