import { hashNamed, rareTerm } from "./rare-values.ts";

/**
 * Terms by their numbers in a list that many parts share: a hundred traces say mostly the same
 * forty each. Numbers below zero are hashes of rare values (`rareNumber`), which are the same
 * everywhere.
 */
export type PartTerms = { list: readonly string[]; numbers: readonly number[] };

export const rareNumber = (hash: number): number => -1 - hash;
/** The hash that a number below zero means. */
export const hashNumbered = (number: number): number => -1 - number;

export const termTexts = ({ list, numbers }: PartTerms): string[] =>
  numbers.map((number) => (number < 0 ? rareTerm(hashNumbered(number)) : list[number]!));

/** Terms with a list of their own. */
export function termsFrom(texts: readonly string[]): PartTerms {
  const numbers = texts.map((text, at) => {
    const hash = hashNamed(text);
    return hash === undefined ? at : rareNumber(hash);
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
