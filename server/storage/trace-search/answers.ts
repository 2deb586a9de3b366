import { isLongText, meetsTerm } from "#server/domain/search/term-test.ts";
import { attributesOf } from "#server/domain/search/traces/trace-keys.ts";
import type { AttributeTerm } from "#server/domain/search/traces/trace-query.ts";
import { rareHashOf } from "#server/domain/trace/terms/rare-values.ts";
import { canonicalKey, indexedTerm, markedKey } from "#server/domain/trace/terms/terms.ts";
import { type Bitmap, combine, emptyBitmap } from "./bitmap.ts";
import { bucketsOf, valueNumber } from "./rare-postings.ts";
import { type DictionaryRow, markerOf, restKey, splitTerm } from "./term-dictionary.ts";
import { type Answer, anyTrace } from "./candidates.ts";

/** Lookups of a search in a day's dictionary: exact pairs, and keys with all values. */
type DictionaryAsked = { keys: string[]; values: string[]; openKeys: string[] };

type Looked = { key: string; value?: string };

/** `stored`: a text as the engine returns it. */
export function dictionaryAsked(
  terms: AttributeTerm[],
  stored: (text: string) => string,
): DictionaryAsked {
  const looked = terms.flatMap((term) => lookedUp(term, stored));
  return {
    keys: [restKey, markedKey, ...new Set(looked.map(({ key }) => key))],
    values: ["1", ...looked.flatMap(({ value }) => value ?? [])],
    openKeys: looked.flatMap(({ key, value }) => (value === undefined ? key : [])),
  };
}

/** An indexed pair has a value; all else is searched among the values of its key. */
function lookedUp(term: AttributeTerm, stored: (text: string) => string): Looked[] {
  if (term.test === "unindexed") return [];
  return attributesOf(term.key).map((attribute): Looked => {
    const text = term.test === undefined ? indexedTerm({ ...term, key: attribute }) : undefined;
    if (text !== undefined) return splitTerm(stored(text));
    return { key: splitTerm(stored(`${canonicalKey(attribute)}=`)).key };
  });
}

/** `rare`: a candidate matches if it is in one of these lists, or in both buckets of a pair. */
type Numbers = { certain: number[]; maybe: number[]; rare: Rare[] | undefined; isOpen: boolean };
type Rare = { value: number; buckets: [number, number] };

/** Numbers of the postings that answer a term. */
function numbersFor(
  term: AttributeTerm,
  rows: DictionaryRow[],
  stored: (text: string) => string,
): Numbers {
  const looked = lookedUp(term, stored);
  // Case-insensitive terms only search values of the dictionary, and those in lowercase.
  const isOpen = term.test !== "caseless" && looked.some(({ value }) => value === undefined);
  const numbers: Numbers = { certain: [], maybe: [], rare: rareFor(term, stored), isOpen };
  for (const row of rows) {
    if (row.key === restKey) numbers.maybe.push(markerOf(row.key_id));
    for (const { key, value } of looked) {
      if (row.key !== key) continue;
      // Any value matches, including values that are not indexed.
      (term.test === "has" ? numbers.certain : numbers.maybe).push(markerOf(row.key_id));
      const isMet =
        row.value !== null &&
        (value === undefined ? meetsTerm(term, row.value) : row.value === value);
      if (row.id !== null && isMet) numbers.certain.push(row.id);
    }
  }
  return numbers;
}

/** Lists of an exact value; undefined if it need not be in any. */
function rareFor(term: AttributeTerm, stored: (text: string) => string): Rare[] | undefined {
  const isCaseless = term.test === "caseless";
  if ((term.test !== undefined && !isCaseless) || isLongText(term.key)) return undefined;
  const value = isCaseless ? term.value.toLowerCase() : term.value;
  const each = attributesOf(term.key).map((key) =>
    rareHashOf(stored(canonicalKey(key)), stored(value)),
  );
  const all = each.filter((hash) => hash !== undefined);
  return all.length < each.length && !isCaseless
    ? undefined
    : all.map((hash) => ({ value: valueNumber(hash), buckets: bucketsOf(hash) }));
}

const markedIds = (rows: DictionaryRow[]): number[] =>
  rows.flatMap(({ key, id, value }) =>
    key === markedKey && value === "1" && id !== null ? [id] : [],
  );

/** All numbers whose traces are needed. */
export function numbersNeeded(
  terms: AttributeTerm[],
  rows: DictionaryRow[],
  stored: (text: string) => string,
): Set<number> {
  const each = terms.map((term) => numbersFor(term, rows, stored));
  return new Set([
    ...markedIds(rows),
    ...each.flatMap(({ certain, maybe, rare }) => [
      ...certain,
      ...maybe,
      ...(rare ?? []).flatMap(({ value, buckets }) => [value, ...buckets]),
    ]),
  ]);
}

/** The index's result for each term. `traces`: by number. */
export function answersOf(
  terms: AttributeTerm[],
  rows: DictionaryRow[],
  traces: ReadonlyMap<number, Bitmap>,
  { bound, stored }: { bound: number; stored: (text: string) => string },
): Map<AttributeTerm, Answer> {
  const union = (numbers: number[]): Bitmap => {
    const all = emptyBitmap(bound);
    for (const number of new Set(numbers))
      traces.get(number)?.forEach((word, at) => (all[at]! |= word));
    return all;
  };
  const marked = union(markedIds(rows));
  const withRare = (rare: Rare[]): Bitmap => {
    const all = union(rare.map(({ value }) => value));
    for (const { buckets } of rare) {
      const [a, b] = buckets;
      const [first, second] = [union([a]), union([b])];
      combine(first, second, (one, other) => one & other);
      combine(all, first, (one, other) => one | other);
    }
    return all;
  };
  return new Map(
    terms.map((term): [AttributeTerm, Answer] => {
      if (term.test === "unindexed") return [term, anyTrace(bound)];
      const { certain, maybe, rare, isOpen } = numbersFor(term, rows, stored);
      const answer = { certain: union(certain), maybe: union(maybe) };
      const listed = rare && withRare(rare);
      if (listed)
        combine(
          answer.maybe,
          term.test === "caseless" ? listed : unless(marked, listed),
          (a, b) => a & b,
        );
      // Traces from before markers existed: the index has no information on missing terms.
      if (isOpen) for (let at = 0; at < marked.length; at++) answer.maybe[at]! |= ~marked[at]!;
      return [term, answer];
    }),
  );
}

/** Traces in the lists, and those from before lists existed. */
function unless(marked: Bitmap, found: Bitmap): Bitmap {
  for (let at = 0; at < found.length; at++) found[at]! |= ~marked[at]!;
  return found;
}
