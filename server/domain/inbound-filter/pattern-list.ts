import { globOf } from "#server/domain/grouping-rules/glob.ts";

/**
 * Limits for admins: with them, the worst patterns cost the worst event a few milliseconds
 * (pattern-list.test.ts).
 */
export const patternsMax = 30;
export const patternLengthMax = 200;
export const wildcardsMax = 10;

/** Only the beginning of longer texts is compared. */
const textMax = 500;

/**
 * Whether one of the patterns matches one of the texts, case-insensitive; undefined without
 * patterns.
 */
export function patternTest(
  patterns: readonly string[],
): ((texts: readonly string[]) => boolean) | undefined {
  if (patterns.length === 0) return undefined;
  const globs = patterns.slice(0, patternsMax).map((pattern) => globOf(pattern, "text"));
  return (texts) => texts.some((text) => isLike(globs, text.slice(0, textMax)));
}

const isLike = (globs: ((text: string) => boolean)[], text: string): boolean =>
  globs.some((glob) => glob(text));
