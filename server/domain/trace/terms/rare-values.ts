import { isIndexedKey, unindexedValue } from "./terms.ts";

/**
 * Values that the dictionary does not hold (ids, addresses, the thousand-and-first of a key) are
 * found by a hash of key and value: of a million traces without the value about ten have it, too
 * (`storage/trace-search/rare-postings.ts`). Their spans decide.
 */
const utf8 = new TextEncoder();
const hashBits = 24;

/** Longer ones are on the wire in other forms. */
const longestBytes = 400;
// In place of secrets, which are stored as they were sent.
const filtered = "[Filtered]";

// Last words of names whose values tell one thing from another.
const telling = new Set(
  "id ids uuid guid email ip session number sku url uri full path hash etag key address addr".split(
    " ",
  ),
);
const untold = /^(?:thread|process|telemetry|code|os|host|exception|network)\./;

/**
 * Whether values of an attribute are found by their hashes where the dictionary does not hold them.
 * `key` is canonical.
 */
const isRareKey = (key: string): boolean => isIndexedKey(key) || isTellingKey(key);

/** Of the attributes whose values are no terms. */
export function isTellingKey(key: string): boolean {
  if (key.length > 100 || untold.test(key)) return false;
  return telling.has(
    key.slice(Math.max(key.lastIndexOf("."), key.lastIndexOf("_"), key.lastIndexOf("-")) + 1),
  );
}

/** What the values of a key are hashed from. */
export function seedOf(key: string): number {
  const bytes = utf8.encode(`${key}=`);
  return hashOn(0x811c9dc5, bytes, 0, bytes.length);
}

/** Of the value's bytes. */
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

/** Of a value; undefined where it is not found by one. `key` is canonical. */
export function rareHashOf(key: string, text: string): number | undefined {
  if (!isRareKey(key) || text === "" || text.includes(filtered)) return undefined;
  const bytes = utf8.encode(text);
  if (bytes.length > longestBytes) return undefined;
  return rareHashIn(seedOf(key), bytes, 0, bytes.length);
}

const mark = "\u0002";

/** A hash among the terms of a trace. */
export const rareTerm = (hash: number): string => mark + hash;

/** The hash that a term is; undefined where it is a pair. */
export const hashNamed = (term: string): number | undefined =>
  term.startsWith(mark) ? Number(term.slice(mark.length)) : undefined;

/** Of a pair that the dictionary has no room for; none of a marker. */
export function rareHashOfTerm(term: string): number | undefined {
  const at = term.indexOf("=");
  const text = term.slice(at + 1);
  return text === unindexedValue ? undefined : rareHashOf(term.slice(0, at), text);
}

/** Terms of a value that the dictionary does not hold: one, or none where it is not found so. */
export function rareTermsOf(key: string, text: string): string[] {
  const hash = rareHashOf(key, text);
  return hash === undefined ? [] : [rareTerm(hash)];
}
