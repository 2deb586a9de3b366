import { unindexedValue } from "#server/domain/trace/terms/terms.ts";

/**
 * Numbers of terms in the postings of one day. A value in the dictionary has its own number. All
 * other values of a key share the key's *marker*, the negative of its number: a search for such a
 * value reads the spans of the traces with the marker. A key with unlimited values therefore costs
 * one bit per trace, and no search is silently incomplete. Keys above the cap count as the empty
 * key.
 */
const mostValues = 1_000;
const mostKeys = 2_000;
const mostTerms = 50_000;
const longestText = 200;
/** Limit over all dictionaries of a process; above it, they are read again on demand. */
export const mostTermsRemembered = 200_000;

export const markerOf = (keyId: number): number => -keyId;
export const restKey = "";

/** A value may contain `=`. A key that does is cut at it, for writer and searcher alike. */
export function splitTerm(term: string): { key: string; value: string } {
  const at = term.indexOf("=");
  return { key: term.slice(0, at), value: term.slice(at + 1) };
}

type Key = { id: number; values: number };

/** Of one project and day. */
export type Dictionary = { terms: Map<string, number>; keys: Map<string, Key> };

/** A key with one of its values; a key without values occurs once, with nulls. */
export type DictionaryRow = {
  key_id: number;
  key: string;
  id: number | null;
  value: string | null;
};

/** Assigns numbers to new keys and values. */
type Numbering = { ofKey(name: string): number; ofTerm(keyId: number, value: string): number };

export const emptyDictionary = (): Dictionary => ({ terms: new Map(), keys: new Map() });

/** Adds stored terms to the known ones. */
export function readInto({ terms, keys }: Dictionary, rows: Iterable<DictionaryRow>): void {
  for (const { key_id, key, id, value } of rows) {
    const known = keys.get(key) ?? newKey(key_id, key);
    keys.set(key, known);
    if (id === null) continue;
    terms.set(`${key}=${value}`, id);
    known.values++;
  }
}

/** The number of a term missing from the dictionary: a new one, or its key's marker. */
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

// The rest's keys are indistinguishable, so it has no values, as if it were full.
const newKey = (id: number, name: string): Key => ({
  id,
  values: name === restKey ? mostValues : 0,
});
