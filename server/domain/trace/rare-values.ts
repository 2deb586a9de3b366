import { isIndexedKey, unindexedValue } from "./terms.ts";

/**
 * Values that the dictionary does not hold (ids, addresses, the thousand-and-first of a key) are found by two of 4,096 buckets each:
 * a trace with the value is in both, and of a million others about a hundred are. Their spans decide. Buckets are postings like
 * those of terms.
 */
const utf8 = new TextEncoder();
const bits = 12;
const mask = (1 << bits) - 1;

/** Longer ones are on the wire in other forms. */
const longestBytes = 400;
// In place of secrets, which are stored as they were sent.
const filtered = "[Filtered]";

// Last words of names whose values tell one thing from another.
const telling = new Set(
  "id ids uuid guid email ip session number sku url uri full path hash etag key address addr".split(" "),
);
const untold = /^(?:thread|process|telemetry|code|os|host|exception|network)\./;

/** Whether values of an attribute are in buckets where the dictionary does not hold them. `key` is canonical. */
export const isRareKey = (key: string): boolean => isIndexedKey(key) || isTellingKey(key);

/** Of the attributes whose values are no terms. */
export function isTellingKey(key: string): boolean {
  if (key.length > 100 || untold.test(key)) return false;
  return telling.has(key.slice(Math.max(key.lastIndexOf("."), key.lastIndexOf("_"), key.lastIndexOf("-")) + 1));
}

/** What the values of a key are hashed from. */
export function seedOf(key: string): number {
  const bytes = utf8.encode(`${key}=`);
  return hashOn(0x811c9dc5, bytes, 0, bytes.length);
}

/** Both buckets, one behind the other. */
export const bucketsIn = (seed: number, bytes: Uint8Array, start: number, end: number): number => {
  const hash = hashOn(seed, bytes, start, end);
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (mixed ^ (mixed >>> 13)) & ((1 << (2 * bits)) - 1);
};

function hashOn(from: number, bytes: Uint8Array, start: number, end: number): number {
  let hash = from;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
  return hash;
}

export const firstBucket = (both: number): number => both & mask;
export const secondBucket = (both: number): number => both >>> bits;

/** The buckets of a value; undefined where it is in none. */
export function bucketsOf(key: string, text: string): [number, number] | undefined {
  if (!isRareKey(key) || text === "" || text.includes(filtered)) return undefined;
  const bytes = utf8.encode(text);
  if (bytes.length > longestBytes) return undefined;
  const both = bucketsIn(seedOf(key), bytes, 0, bytes.length);
  return [firstBucket(both), secondBucket(both)];
}

const mark = "\u0002";

/** A bucket among the terms of a trace. */
export const bucketTerm = (bucket: number): string => bucketTerms[bucket]!;
const bucketTerms = Array.from({ length: 1 << bits }, (_, bucket) => mark + bucket);

/** The bucket that a term names; undefined where it is a pair. */
export const bucketOf = (term: string): number | undefined =>
  term.startsWith(mark) ? Number(term.slice(mark.length)) : undefined;

/** Of a pair that the dictionary has no room for; none of a marker. */
export function bucketsOfTerm(term: string): number[] {
  const at = term.indexOf("=");
  const text = term.slice(at + 1);
  return text === unindexedValue ? [] : (bucketsOf(term.slice(0, at), text) ?? []);
}

/** Terms of a value that the dictionary does not hold. */
export const bucketTermsOf = (key: string, text: string): string[] => (bucketsOf(key, text) ?? []).map(bucketTerm);
