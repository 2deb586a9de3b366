import { unindexedValue } from "#server/domain/trace/terms/terms.ts";

/**
 * What a term is called in the postings of one day. A value that is in the dictionary has a number
 * of its own; all other values of a key share the key's *marker*, the negative of its number:
 * anyone who looks for such a value reads the spans of the traces that carry the marker. So a key
 * with endless values costs a bit a trace, and no search is ever silently incomplete. Keys beyond
 * the cap count as the empty key.
 */
const mostValues = 1_000;
const mostKeys = 2_000;
const mostTerms = 50_000;
const longestText = 200;
/** Over all dictionaries that a process holds; beyond it they are read again as they are needed. */
export const mostTermsRemembered = 200_000;

export const markerOf = (keyId: number): number => -keyId;
export const restKey = "";

/** A value may hold `=`; a key that does is cut short, for the writer and the searcher alike. */
export function splitTerm(term: string): { key: string; value: string } {
  const at = term.indexOf("=");
  return { key: term.slice(0, at), value: term.slice(at + 1) };
}

type Key = { id: number; values: number };

/** Of one project and day. */
export type Dictionary = { terms: Map<string, number>; keys: Map<string, Key> };

/** A key with one of its values; one without values comes once, with nulls. */
export type DictionaryRow = {
  key_id: number;
  key: string;
  id: number | null;
  value: string | null;
};

/** Gives numbers to what has none yet. */
type Numbering = { ofKey(name: string): number; ofTerm(keyId: number, value: string): number };

export const emptyDictionary = (): Dictionary => ({ terms: new Map(), keys: new Map() });

/** Adds what is kept to what is known. */
export function readInto({ terms, keys }: Dictionary, rows: Iterable<DictionaryRow>): void {
  for (const { key_id, key, id, value } of rows) {
    const known = keys.get(key) ?? newKey(key_id, key);
    keys.set(key, known);
    if (id === null) continue;
    terms.set(`${key}=${value}`, id);
    known.values++;
  }
}

/** The number of a term that the dictionary does not have: one of its own, or its key's marker. */
export function learnTerm({ terms, keys }: Dictionary, term: string, numbering: Numbering): number {
  const { key: name, value } = splitTerm(term);
  const key = keyOf(keys, name, numbering);
  const isFull = key.values >= mostValues || terms.size >= mostTerms;
  if (isFull || value.length > longestText || value === unindexedValue) return markerOf(key.id);
  const id = numbering.ofTerm(key.id, value);
  terms.set(term, id);
  key.values++;
  return id;
}

function keyOf(keys: Map<string, Key>, name: string, numbering: Numbering): Key {
  const known = keys.get(name);
  if (known) return known;
  if (name !== restKey && (keys.size >= mostKeys || name.length > longestText))
    return keyOf(keys, restKey, numbering);
  const key = newKey(numbering.ofKey(name), name);
  keys.set(name, key);
  return key;
}

// The rest's keys cannot be told apart any more: it has no values of its own, as if it were full.
const newKey = (id: number, name: string): Key => ({
  id,
  values: name === restKey ? mostValues : 0,
});
