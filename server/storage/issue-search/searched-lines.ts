import type { LineField, TextMatch } from "#server/domain/search/issue-query.ts";
import { searchedMarks } from "#server/domain/event/searched-text.ts";
import { isLike } from "#server/domain/search/term-test.ts";

/**
 * Lines of the searched text (`wordsOf`) with a field: one by its position, all others by their
 * leading mark.
 */
const placeOf: { [field in LineField]?: number } = { "error.type": 0, message: 1 };

/** Where a value may start inside a line, so that `cart.ts` matches `app/routes/cart.ts`. */
const boundary: { [field in LineField]?: string } = {
  "stack.filename": "/",
  "stack.function": ".",
  "stack.module": ".",
};

/** Patterns of which a line must match one. `*` matches anything; `\\` escapes a `*`. */
export function patternsOf(field: LineField, match: TextMatch): string[][] {
  const pieces = typeof match === "string" ? [match] : match.like.split("*");
  const lower = pieces.map((piece) => piece.toLowerCase());
  if (field === "message") return [["", ...lower, ""]];
  const [first = "", ...others] = lower;
  const before = boundary[field];
  return before === undefined ? [lower] : [lower, ["", before + first, ...others]];
}

/** Patterns for a word in any line. */
export const wordPatterns = ({ like }: { like: string }): string[][] => [
  ["", ...like.toLowerCase().split("*"), ""],
];

/** Whether a line of the searched text matches a pattern. */
export const hasWord = (words: string, patterns: string[][]): boolean =>
  words.split("\n").some((line) => patterns.some((pattern) => isLike(line, pattern)));

/** Whether a line of the field in the searched text matches a pattern. */
export function hasLine(words: string, field: LineField, patterns: string[][]): boolean {
  const [mark, place] = [searchedMarks[field], placeOf[field]];
  return words.split("\n").some((line, at) => {
    if (at === place) return line !== "" && patterns.some((pattern) => isLike(line, pattern));
    return line.startsWith(mark) && patterns.some((pattern) => isLike(line.slice(1), pattern));
  });
}

/** For PostgreSQL's LIKE: patterns of the line at its position, and of lines with the mark. */
export function likesOf(
  field: LineField,
  match: TextMatch,
): { own: string[]; marked: string[]; place?: number } {
  const own = patternsOf(field, match).map((pieces) => pieces.map(literal).join("%"));
  const place = placeOf[field];
  return {
    own,
    marked: own.map((like) => searchedMarks[field] + like),
    ...(place !== undefined && { place }),
  };
}

const literal = (text: string) => text.replaceAll(/[%_\\]/g, String.raw`\$&`);

/** Words that every matching text contains, for the word index. */
export const wordsIn = (match: TextMatch): string[] =>
  (typeof match === "string" ? [match] : match.like.split("*")).filter((piece) => piece.length > 2);
