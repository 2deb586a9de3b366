import type { ProjectId } from "#server/domain/ids.ts";
import type { LineField, TextMatch } from "#server/domain/search/issue-query.ts";
import { likesOf, wordsIn } from "#server/storage/issue-search/searched-lines.ts";
import { isThere } from "./filter.postgres.ts";
import type { IssueTest } from "./tests.postgres.ts";
import { wordSource } from "./words.postgres.ts";
import { joined, sql } from "#server/storage/sql.ts";

/**
 * A line of the field equals one of these values. The word index narrows if each value is
 * selective.
 */
export function lineTest(projectId: ProjectId, field: LineField, values: TextMatch[]): IssueTest {
  const likes = values.map((value) => likesOf(field, value));
  const own = likes.flatMap((each) => each.own);
  const marked = likes.flatMap((each) => each.marked);
  const place = likes[0]?.place;
  const atPlace =
    place === undefined
      ? sql`false`
      : sql`l.at = ${place + 1} AND l.line <> '' AND l.line LIKE ANY(${own}::text[])`;
  const condition = isThere(sql`issue_words w,
    unnest(string_to_array(w.words, chr(10))) WITH ORDINALITY AS l(line, at)
    WHERE w.project_id = ${projectId} AND w.issue_id = i.id AND (l.line LIKE ANY(${marked}::text[]) OR ${atPlace})`);
  const sources = values.map((value) => wordSource(projectId, wordsIn(value)));
  if (sources.some((source) => source === undefined)) return { condition };
  return {
    condition,
    source: joined(
      sources.map((source) => source!),
      " UNION ",
    ),
  };
}
