import type { Issue } from "#server/domain/issue/issue.ts";
import { wordsOf } from "#server/storage/issues/row.ts";

/** Number of looked up words: each is a list to read. */
const longestWords = 3;
const wordLength = 9;

/**
 * Words expected in a similar issue: one list per reason; all words of a list must match. Each has
 * at least three letters.
 */
export function likelyWords(issue: Pick<Issue, "type" | "value" | "culprit">): string[][] {
  const culprit = issue.culprit.length > 3 ? [issue.culprit.slice(0, 2 * wordLength)] : [];
  const message = longWordsOf(issue.value);
  const type = issue.type.length > 3 ? [issue.type.slice(0, wordLength)] : [];
  const typed = message.slice(0, 2).map((word) => [...type, word]);
  return [culprit, message, ...typed, [...type, ...culprit], type].filter(
    (words) => words.length > 0,
  );
}

const longWordsOf = (text: string): string[] =>
  [...new Set(wordsOf({ type: "", value: text, culprit: "" }).split(/[^\p{L}_]+/u))]
    .filter((word) => word.length > 3)
    .toSorted((a, b) => b.length - a.length)
    .slice(0, longestWords)
    .map((word) => word.slice(0, wordLength));
