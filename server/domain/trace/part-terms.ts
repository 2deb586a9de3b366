import { bucketOf, bucketTerm } from "./rare-values.ts";

/**
 * Terms by their numbers in a list that many parts share: a hundred traces say mostly the same forty each. Numbers below zero are
 * buckets of rare values (`rareNumber`), which are the same everywhere.
 */
export type PartTerms = { list: readonly string[]; numbers: readonly number[] };

export const rareNumber = (bucket: number): number => -1 - bucket;
/** The bucket that a number below zero means. */
export const bucketNumbered = (number: number): number => -1 - number;

export const termTexts = ({ list, numbers }: PartTerms): string[] =>
  numbers.map((number) => (number < 0 ? bucketTerm(bucketNumbered(number)) : list[number]!));

/** Terms with a list of their own. */
export function termsFrom(texts: readonly string[]): PartTerms {
  const numbers = texts.map((text, at) => {
    const bucket = bucketOf(text);
    return bucket === undefined ? at : rareNumber(bucket);
  });
  return { list: texts, numbers };
}

/** The terms of several parts of one trace, each once. */
export function joinTerms(parts: readonly PartTerms[]): PartTerms {
  const { list } = parts[0]!;
  if (parts.every((part) => part.list === list))
    return { list, numbers: [...new Set(parts.flatMap(({ numbers }) => numbers))] };
  return termsFrom([...new Set(parts.flatMap(termTexts))]);
}
