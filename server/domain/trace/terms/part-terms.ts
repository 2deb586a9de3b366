import { hashNamed, rareTerm } from "./rare-values.ts";

/**
 * Terms by number in a list shared by many parts: a hundred traces have mostly the same forty
 * terms. Negative numbers are hashes of rare values (`rareNumber`), which are the same everywhere.
 */
export type PartTerms = { list: readonly string[]; numbers: readonly number[] };

export const rareNumber = (hash: number): number => -1 - hash;
/** The hash of a negative number. */
export const hashNumbered = (number: number): number => -1 - number;

export const termTexts = ({ list, numbers }: PartTerms): string[] =>
  numbers.map((number) => (number < 0 ? rareTerm(hashNumbered(number)) : list[number]!));

/** Terms with their own list. */
export function termsFrom(texts: readonly string[]): PartTerms {
  const numbers = texts.map((text, at) => {
    const hash = hashNamed(text);
    return hash === undefined ? at : rareNumber(hash);
  });
  return { list: texts, numbers };
}

/** Terms of several parts of one trace, without duplicates. */
export function joinTerms(parts: readonly PartTerms[]): PartTerms {
  const { list } = parts[0]!;
  if (parts.every((part) => part.list === list))
    return { list, numbers: [...new Set(parts.flatMap(({ numbers }) => numbers))] };
  return termsFrom([...new Set(parts.flatMap(termTexts))]);
}
