import type { DatabaseSync } from "node:sqlite";
import type { LineField, TextMatch } from "#server/domain/search/issue-query.ts";
import {
  hasLine,
  hasWord,
  patternsOf,
  wordPatterns,
  wordsIn,
} from "#server/storage/issue-search/searched-lines.ts";
import type { Condition } from "./filter.sqlite.ts";
import type { IssueTest } from "./tests.sqlite.ts";
import { wordSource } from "./word-test.sqlite.ts";

/**
 * `has_line(words, field, patterns)`: GLOB can't stop at the end of a line. A call takes about a
 * microsecond.
 */
export function addLineFunction(database: DatabaseSync): void {
  let known: { text: string; patterns: string[][] } | undefined;
  database.function("has_line", { deterministic: true }, (words, field, text) => {
    // Called for many issues with the same patterns.
    if (known?.text !== text)
      known = { text: text as string, patterns: JSON.parse(text as string) as string[][] };
    if (field === anyLine) return hasWord(words as string, known.patterns) ? 1 : 0;
    return hasLine(words as string, field as LineField, known.patterns) ? 1 : 0;
  });
}

const anyLine = "any";

/** A line contains the pattern. */
export const wordCondition = (word: { like: string }): Condition => ({
  sql: "has_line(i.words, ?, ?) = 1",
  values: [anyLine, JSON.stringify(wordPatterns(word))],
});

/**
 * A line of the field equals one of these values. The word index narrows if each value is
 * selective.
 */
export function lineTest(reader: DatabaseSync, field: LineField, values: TextMatch[]): IssueTest {
  const patterns = values.flatMap((value) => patternsOf(field, value));
  const condition = { sql: "has_line(i.words, ?, ?)", values: [field, JSON.stringify(patterns)] };
  const sources = values.map((value) => wordSource(reader, wordsIn(value)));
  if (sources.some((source) => source === undefined)) return { condition };
  const sql = sources.map((source) => source!.sql).join(" UNION ");
  return { condition, source: { sql, values: sources.flatMap((source) => source!.values) } };
}
