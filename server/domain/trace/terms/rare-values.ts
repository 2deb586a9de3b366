import { isIndexedKey, unindexedValue } from "./terms.ts";

/**
 * Values outside the dictionary (IDs, URLs, the thousand-and-first of a key) are indexed by a hash
 * of key and value: of a million traces without the value, about ten match as well
 * (`storage/trace-search/rare-postings.ts`). Their spans decide.
 */
const utf8 = new TextEncoder();
const hashBits = 24;

/** Longer ones have another encoding on the wire. */
const longestBytes = 400;
// Shown in place of secrets, which are stored as sent.
const filtered = "[Filtered]";

// Last words of names whose values identify something.
const telling = new Set(
  "id ids uuid guid email ip session number sku url uri full path hash etag key address addr".split(
    " ",
  ),
);
const untold = /^(?:thread|process|telemetry|code|os|host|exception|network)\./;

/**
 * Whether values of an attribute outside the dictionary are indexed by hash. `key` is canonical.
 */
const isRareKey = (key: string): boolean => isIndexedKey(key) || isDistinctiveKey(key);

/** For attributes whose values are not terms. */
export function isDistinctiveKey(key: string): boolean {
  if (key.length > 100 || untold.test(key)) return false;
  return telling.has(
    key.slice(Math.max(key.lastIndexOf("."), key.lastIndexOf("_"), key.lastIndexOf("-")) + 1),
  );
}

/** The hash seed of a key's values. */
export function seedOf(key: string): number {
  const bytes = utf8.encode(`${key}=`);
  return hashOn(0x811c9dc5, bytes, 0, bytes.length);
}

/** Over the value's bytes. */
export const rareHashIn = (seed: number, bytes: Uint8Array, start: number, end: number): number => {
  const hash = hashOn(seed, bytes, start, end);
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (mixed ^ (mixed >>> 13)) & ((1 << hashBits) - 1);
};

function hashOn(from: number, bytes: Uint8Array, start: number, end: number): number {
  let hash = from;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
  return hash;
}

/** The hash of a value; undefined if it is not indexed by hash. `key` is canonical. */
export function rareHashOf(key: string, text: string): number | undefined {
  if (!isRareKey(key) || text === "" || text.includes(filtered)) return undefined;
  const bytes = utf8.encode(text);
  if (bytes.length > longestBytes) return undefined;
  return rareHashIn(seedOf(key), bytes, 0, bytes.length);
}

const mark = "\u0002";

/** A hash among the terms of a trace. */
export const rareTerm = (hash: number): string => mark + hash;

/** The hash in a term; undefined for a pair. */
export const hashNamed = (term: string): number | undefined =>
  term.startsWith(mark) ? Number(term.slice(mark.length)) : undefined;

/** For a pair that has no room in the dictionary; none for a marker. */
export function rareHashOfTerm(term: string): number | undefined {
  const at = term.indexOf("=");
  const text = term.slice(at + 1);
  return text === unindexedValue ? undefined : rareHashOf(term.slice(0, at), text);
}

/** Terms of a value outside the dictionary: one, or none if it is not indexed by hash. */
export function rareTermsOf(key: string, text: string): string[] {
  const hash = rareHashOf(key, text);
  return hash === undefined ? [] : [rareTerm(hash)];
}
