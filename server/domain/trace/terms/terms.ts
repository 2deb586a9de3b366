import type { AttributeTerm } from "#server/domain/search/traces/trace-query.ts";
import { currentName } from "./attribute-names.ts";
import type { AttributeValue } from "#server/domain/trace/span.ts";

/**
 * What the attribute index knows, as `key=value`. Whether a pair is in it follows from its key and
 * its text alone, so that a search can tell beforehand whether the index answers it. Meant for
 * values that many traces share: no ids, times, addresses, texts of queries or stacks, counts or
 * sizes.
 */
const maxText = 120;
const maxListed = 20;

/**
 * Fields of the span itself, in the names people type; the attributes that say the same go by these
 * names too.
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

/**
 * One name for what a search and a span may call differently: `http.method` is
 * `http.request.method`.
 */
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
/** Whether a canonical key means a field of the span itself. */
export const isField = (key: string): boolean => indexedFields.has(key);

const words = (text: string) => new Set(text.trim().split(/\s*,\s*/));

// Last words of names, in lower case, whose values differ from span to span.
const unsharedWords = words(`
  id, ids, uuid, guid, hash, etag, time, timestamp, date, duration, offset, size, length, count, bytes, address, addr, ip,
  url, uri, full, path, query, fragment, text, statement, body, message, description, stacktrace, stack, parameter,
  parameters, param, params, args, arguments, command, original, agent, useragent, email, session, value, key, data,
  payload, sql, referer, referrer, href, pid, tid, line, column, lineno, rtt, source`);

// Whole families of names: traces are not searched by them.
const unsharedFamilies = words(`
  process, telemetry, os, host, device, culture, code, thread, url, user, client, exception, sentry, network.peer,
  network.local, browser.performance, browser.web_vital, db.query, db.connection, http.request.header,
  http.response.header`);

// Ids of routes are few: the application's files.
const sharedKeys = words("react_router.route.id, sentry.op");
const secret = /pass|pwd|secret|token|auth|cookie|credential|api_?key/;

/** Whether values of this attribute are worth an index, by its canonical name. */
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

// Numbers are measured more often than they are chosen; these are chosen.
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

/**
 * The index's term for one pair, or undefined where the index does not hold such pairs. `key` is
 * canonical.
 */
export function termOf(key: string, text: string): string | undefined {
  return isIndexedKey(key) && isIndexedText(key, text) ? `${key}=${text}` : undefined;
}

/**
 * The terms of one attribute. One that only happens to be called like a field of the span
 * (`status`) is not that field.
 */
export function termsOf(name: string, value: AttributeValue): string[] {
  const key = canonicalKey(name);
  if (!isIndexedKey(key) || indexedFields.has(name)) return [];
  return textsOf(value).flatMap((text) => (isIndexedText(key, text) ? `${key}=${text}` : []));
}

/**
 * That a trace has an attribute with a value that the index does not hold. The dictionary gives it
 * the key's marker, as it does to values beyond its bounds: one bit a trace for what most traces
 * have.
 */
export const markerTerm = (key: string): string => `${key}=${unindexedValue}`;
export const unindexedValue = "\u0001";

/**
 * A trace with this term has a marker for each such attribute; one from before there were markers
 * may have any.
 */
export const markedTerm = "\u0001marked=1";
export const markedKey = "\u0001marked";

/** The index's term for a part of a search; undefined: only the spans themselves can tell. */
export function indexedTerm({ key, value }: AttributeTerm): string | undefined {
  return termOf(canonicalKey(key), value);
}

/**
 * What a value is searched by: its text, or that of each of a list's entries. Objects and bytes are
 * not searched.
 */
export function textsOf(value: AttributeValue): string[] {
  if (Array.isArray(value))
    return value.slice(0, maxListed).flatMap((each) => (Array.isArray(each) ? [] : textsOf(each)));
  return value === null || typeof value === "object" ? [] : [String(value)];
}
