import type { Buffer } from "node:buffer";
import { currentName } from "#server/domain/trace/terms/attribute-names.ts";
import { isBrowserAttribute } from "#server/domain/trace/browser-span.ts";
import { rareTermsOf } from "#server/domain/trace/terms/rare-values.ts";
import { methodOf } from "#server/domain/trace/http-method.ts";
import { normalizeRoute, routeAttributes } from "#server/domain/trace/route-tree/route-key.ts";
import type { Attributes, AttributeValue } from "#server/domain/trace/span.ts";
import {
  canonicalKey,
  isIndexedKey,
  markerTerm,
  termOf,
  termsOf,
  textsOf,
} from "#server/domain/trace/terms/terms.ts";
import { userAgentAttributes } from "#server/domain/trace/user-agent-attributes.ts";
import { readUserAgent } from "#server/domain/user-agent/remember-user-agents.ts";
import type { Masking } from "#server/ingest/masked-attributes.ts";
import { readAnyValue } from "#server/ingest/otlp/decode/decode-attributes.ts";
import { withoutSecret } from "#server/ingest/otlp/presentable.ts";
import { type SpanWord, wordKeys, wordOf } from "./span-words.ts";
import { WireReader } from "#server/ingest/otlp/wire/wire.ts";

/** What the scan needs of one attribute. */
export type Pair = {
  /** Numbers of its terms. */
  terms: number[];
  /** If the key names a route: the route and its rank (0 is best). */
  route: string | undefined;
  routeRank: number;
  httpStatus: number | undefined;
  method: string | undefined;
  /** The attribute is one of browser spans (browser-span.ts). */
  isBrowserAttribute: boolean;
  word: SpanWord | undefined;
  /** The trace that already has these terms: the scan's mark, which avoids a set lookup. */
  seenBy: number;
};

/** An attribute's name as sent, and its current name. */
export type KeyName = {
  sent: string;
  name: string;
  /** Its values are needed: the key is indexed or used by the scan. */
  isNeeded: boolean;
  /** Rank of its value as a request path (0 is best); 9 if it is none. */
  pathRank: number;
  /** Result of the last `askedBy`. */
  masking: Masking;
  askedBy: ((attribute: string) => Masking) | undefined;
};

export function keyNameOf(sent: string): KeyName {
  const name = currentName(sent);
  const isRead = routeRankOf(name) >= 0 || readKeys.has(name) || wordKeys.has(name);
  const isNeeded = isRead || isIndexedKey(canonicalKey(name));
  const rank = pathKeys.indexOf(name);
  return {
    sent,
    name,
    isNeeded,
    pathRank: rank < 0 ? noPath : rank,
    masking: undefined,
    askedBy: undefined,
  };
}

/**
 * The `AnyValue` at `start`, which starts with its length. Throws `WireFault` if it doesn't end at
 * `end`.
 */
export function valueAt(bytes: Buffer, start: number, end: number): AttributeValue {
  const reader = new WireReader(bytes, start);
  const value = readAnyValue(reader);
  reader.leave(end);
  return value;
}

/** Attributes with a request's path, best first: a path, a path with query, a URL. */
const pathKeys = ["url.path", "http.target", "url.full"];
export const noPath = 9;

const statusKey = "http.response.status_code";
const userAgentKey = "user_agent.original";
const methodKey = "http.request.method";
const readKeys = new Set([
  statusKey,
  userAgentKey,
  methodKey,
  "browser.platform",
  "browser.language",
  "browser.brands",
  "browser.mobile",
]);
const routeRankOf = (name: string): number => (routeAttributes as readonly string[]).indexOf(name);

export function pairOf(
  name: string,
  value: AttributeValue,
  numberOf: (term: string) => number,
): Pair {
  const routeRank = routeRankOf(name);
  const route = routeRank < 0 ? undefined : normalizeRoute(value);
  const status = name === statusKey && value !== null ? Number(value) : NaN;
  return {
    terms: (routeRank < 0
      ? withMarker(name, openTerms(name, value), textsOf(value))
      : withMarker(name, routeTerms(route), route === undefined ? [] : [route])
    ).map(numberOf),
    route,
    routeRank,
    httpStatus: Number.isFinite(status) ? status : undefined,
    method: name === methodKey ? methodOf(value) : undefined,
    isBrowserAttribute: isBrowserAttribute(name, value),
    word: wordKeys.has(name) ? wordOf(name, value) : undefined,
    seenBy: 0,
  };
}

/**
 * The attribute exists, whether or not its value is a term: a value outside the dictionary has a
 * hash.
 */
function withMarker(name: string, terms: string[], texts: string[]): string[] {
  const key = canonicalKey(name);
  const unheld = texts.filter((text) => !terms.includes(`${key}=${text}`));
  if (unheld.length === 0 && texts.length > 0) return terms;
  return [...terms, markerTerm(key), ...unheld.flatMap((text) => rareTermsOf(key, text))];
}

export const termsWithMarker = (name: string, value: AttributeValue): string[] =>
  withMarker(name, termsOf(name, value), textsOf(value));

/** An attribute that is only known to exist. */
export function markerPair(name: string, numberOf: (term: string) => number): Pair {
  return {
    terms: [numberOf(markerTerm(canonicalKey(name)))],
    route: undefined,
    routeRank: -1,
    httpStatus: undefined,
    method: undefined,
    isBrowserAttribute: false,
    word: undefined,
    seenBy: 0,
  };
}

function routeTerms(route: string | undefined): string[] {
  const term = route === undefined ? undefined : termOf("route", route);
  return term === undefined ? [] : [term];
}

/** Hidden values must not be searchable either. */
function openTerms(name: string, value: AttributeValue): string[] {
  if (name === userAgentKey) return userAgentTerms({ [name]: value });
  const terms = termsOf(name, value);
  return terms.length === 0 ? terms : termsOf(name, withoutSecret(name, value));
}

/** Derived attributes that pages show (`decode-span.ts`), computed once per text. */
export function userAgentTerms(said: Attributes): string[] {
  const added = userAgentAttributes(said, {}, readUserAgent);
  return Object.entries(added).flatMap(([name, value]) => termsWithMarker(name, value));
}
