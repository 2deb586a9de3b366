import { bucketTerm } from "./rare-values.ts";

/**
 * Terms by their numbers in a list that many parts share: a hundred traces say mostly the same forty each. Numbers below zero are
 * buckets of rare values (`rareNumber`), which are the same everywhere.
 */
export type PartTerms = { list: readonly string[]; numbers: readonly number[] };

export const rareNumber = (bucket: number): number => -1 - bucket;

export const termTexts = ({ list, numbers }: PartTerms): string[] =>
  numbers.map((number) => (number < 0 ? bucketTerm(-1 - number) : list[number]!));
