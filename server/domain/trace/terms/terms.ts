import type { AttributeTerm } from "#server/domain/search/traces/trace-query.ts";
import { currentName } from "./attribute-names.ts";
import type { AttributeValue } from "#server/domain/trace/span.ts";

/**
 * Terms of the attribute index, as `key=value`. Whether a pair is indexed depends only on its key
 * and text, so a search knows in advance whether the index can answer it. For values shared by many
 * traces: no IDs, times, URLs, texts of queries or stacks, counts, or sizes.
 */
const maxText = 120;
const maxListed = 20;

/**
 * Fields of the span under the names that people type; equivalent attributes use these names, too.
 */
const fieldOf = new Map<string, string>([
  ["service.name", "service"],
  ["service.version", "release"],
  ["deployment.environment.name", "environment"],
  ["http.route", "route"],
  ["span.name", "name"],
  ["span.kind", "kind"],
  ["span.status", "status"],
]);

/** One name for synonyms in searches and spans: `http.method` becomes `http.request.method`. */
export function canonicalKey(key: string): string {
  const current = currentName(key);
  return fieldOf.get(current) ?? current;
}

const indexedFields = new Set([
  "service",
  "name",
  "route",
  "kind",
  "status",
  "environment",
  "release",
]);
/** Whether a canonical key is a field of the span. */
export const isField = (key: string): boolean => indexedFields.has(key);

const words = (text: string) => new Set(text.trim().split(/\s*,\s*/));

// Last words of names, in lowercase, whose values differ from span to span.
const unsharedWords = words(`
  id, ids, uuid, guid, hash, etag, time, timestamp, date, duration, offset, size, length, count, bytes, address, addr, ip,
  url, uri, full, path, query, fragment, text, statement, body, message, description, stacktrace, stack, parameter,
  parameters, param, params, args, arguments, command, original, agent, useragent, email, session, value, key, data,
  payload, sql, referer, referrer, href, pid, tid, line, column, lineno, rtt, source`);

// Families of names that are never searched.
const unsharedFamilies = words(`
  process, telemetry, os, host, device, culture, code, thread, url, user, client, exception, sentry, network.peer,
  network.local, browser.performance, browser.web_vital, db.query, db.connection, http.request.header,
  http.response.header`);

// There are few route IDs: the application's files.
const sharedKeys = words("react_router.route.id, sentry.op");
const secret = /pass|pwd|secret|token|auth|cookie|credential|api_?key/;

/** Whether values of this attribute are indexed, by its canonical name. */
export function isIndexedKey(key: string): boolean {
  if (indexedFields.has(key) || sharedKeys.has(key)) return true;
  if (key.length > 100) return false;
  const name = /[A-Z]/.test(key) ? key.replaceAll(/([a-z\d])([A-Z])/g, "$1_$2").toLowerCase() : key;
  const lastWord = name.slice(
    Math.max(name.lastIndexOf("."), name.lastIndexOf("_"), name.lastIndexOf("-")) + 1,
  );
  return !unsharedWords.has(lastWord) && !isOfUnsharedFamily(name) && !secret.test(name);
}

function isOfUnsharedFamily(name: string): boolean {
  for (let dot = name.indexOf("."); dot > 0; dot = name.indexOf(".", dot + 1)) {
    if (unsharedFamilies.has(name.slice(0, dot))) return true;
  }
  return false;
}

// Most numbers are measurements; these are codes.
const codedNumber = /(?:^|[._-])(?:code|status|port|version|attempt|resend_count|level|tier)$/;
const unsharedText =
  /:\/\/|[\r\n]|^[0-9a-f]{16,}$|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}|^\d{4}-\d\d-\d\dT|@.*\./i;

function isIndexedText(key: string, text: string): boolean {
  if (text === "" || text.length > maxText || unsharedText.test(text)) return false;
  return (
    !/^[-+]?\d/.test(text) ||
    indexedFields.has(key) ||
    codedNumber.test(key) ||
    !Number.isFinite(Number(text))
  );
}

/** The index term of a pair, or undefined if such pairs are not indexed. `key` is canonical. */
export function termOf(key: string, text: string): string | undefined {
  return isIndexedKey(key) && isIndexedText(key, text) ? `${key}=${text}` : undefined;
}

/**
 * The terms of one attribute. An attribute named like a field of the span (`status`) is not that
 * field.
 */
export function termsOf(name: string, value: AttributeValue): string[] {
  const key = canonicalKey(name);
  if (!isIndexedKey(key) || indexedFields.has(name)) return [];
  return textsOf(value).flatMap((text) => (isIndexedText(key, text) ? `${key}=${text}` : []));
}

/**
 * A trace has an attribute with a value that is not indexed. The dictionary gives it the key's
 * marker, as for values beyond its limits: one bit per trace for common attributes.
 */
export const markerTerm = (key: string): string => `${key}=${unindexedValue}`;
export const unindexedValue = "\u0001";

/**
 * A trace with this term has a marker for each such attribute; an older one without it may have
 * any.
 */
export const markedTerm = "\u0001marked=1";
export const markedKey = "\u0001marked";

/** The index term of a part of a search; undefined: only the spans can decide. */
export function indexedTerm({ key, value }: AttributeTerm): string | undefined {
  return termOf(canonicalKey(key), value);
}

/**
 * The searchable texts of a value: its own, or those of a list's entries. Objects and bytes are not
 * searched.
 */
export function textsOf(value: AttributeValue): string[] {
  if (Array.isArray(value))
    return value.slice(0, maxListed).flatMap((each) => (Array.isArray(each) ? [] : textsOf(each)));
  return value === null || typeof value === "object" ? [] : [String(value)];
}
