/** Terms by their numbers in a list that many parts share: a hundred traces say mostly the same forty each. */
export type PartTerms = { list: readonly string[]; numbers: readonly number[] };

export const termTexts = ({ list, numbers }: PartTerms): string[] => numbers.map((number) => list[number]!);
