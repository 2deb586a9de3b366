import { hashNumbered, type PartTerms } from "#server/domain/trace/terms/part-terms.ts";
import { rareHashOfTerm } from "#server/domain/trace/terms/rare-values.ts";
import type { Postings } from "./postings.ts";
import { addRare } from "./rare-postings.ts";

/** Adds a trace to the lists of its terms. */
export type AddTerms = (postings: Postings, terms: PartTerms, trace: number) => void;

/** `rare`: for a value beyond those in the dictionary. */
type Known = { id: number; rare: number | undefined };

/**
 * For one project and day, as long as `termId` returns the same numbers. Traces with the same list
 * of terms share the lookups: by text, a hundred terms per trace took a sixth of the time of
 * storing spans (measured).
 */
export function termPostings(
  termId: (term: string) => number,
  stored = (text: string): string => text,
): AddTerms {
  const lists = new WeakMap<readonly string[], Known[]>();

  function know(term: string): Known {
    const id = termId(term);
    return { id, rare: id < 0 ? rareHashOfTerm(stored(term)) : undefined };
  }

  return (postings, { list, numbers }, trace) => {
    const known = lists.get(list) ?? [];
    lists.set(list, known);
    for (let at = 0; at < numbers.length; at++) {
      const number = numbers[at]!;
      if (number < 0) {
        addRare(postings, hashNumbered(number), trace);
        continue;
      }
      const { id, rare } = (known[number] ??= know(list[number]!));
      postings.add(id, trace);
      if (rare !== undefined) addRare(postings, rare, trace);
    }
  };
}
