import { Buffer } from "node:buffer";
import { isLongText, meetsTerm } from "#server/domain/search/term-test.ts";
import { attributesOf } from "#server/domain/search/traces/trace-keys.ts";
import {
  type AttributeTerm,
  termsIn,
  type TraceFacts,
  type TraceQuery,
  verdictOf,
} from "#server/domain/search/traces/trace-query.ts";
import { reportedRoute } from "#server/domain/trace/route-tree/entry-route.ts";
import { routeOf } from "#server/domain/trace/route-tree/route-key.ts";
import type { Span } from "#server/domain/trace/span.ts";
import { canonicalKey, textsOf } from "#server/domain/trace/terms/terms.ts";
import { filtered } from "#server/ingest/secret-value.ts";
import { isUserAgentKey } from "#server/domain/trace/user-agent-attributes.ts";
import { decodeSpans } from "./decode.ts";

/**
 * Whether a trace matches a query except for words: each term on any of its spans, a negated one on
 * none (for `TraceFilter.matches`). A text whose bytes don't occur in the parts is on no span,
 * which needs no decoding: the common case of a search.
 */
export function matchesQuery(parts: Uint8Array[], query: TraceQuery, facts: TraceFacts): boolean {
  const buffers = parts.map((part) => Buffer.from(part.buffer, part.byteOffset, part.byteLength));
  const ruledOut = new Set(termsIn(query).filter((term) => !mayHold(buffers, term)));
  const early = verdictOf(query, facts, (term) => (ruledOut.has(term) ? false : undefined));
  if (early !== undefined) return early;
  const spans = decodeSpans(parts);
  const verdict = verdictOf(
    query,
    facts,
    (term) => !ruledOut.has(term) && spans.some((span) => holds(span, term)),
  );
  return verdict === true;
}

/**
 * Scrubbed values are unscrubbed in the bytes; numbers and booleans have another encoding, as do
 * kinds, statuses, and a missing service name.
 */
function mayHold(parts: Buffer[], { key, value, test }: AttributeTerm): boolean {
  const name = canonicalKey(key);
  if (test !== undefined || isLongText(name)) return true;
  const isDerived = attributesOf(key).some((each) => isUserAgentKey(canonicalKey(each)));
  if (isDerived && parts.some((part) => userAgentNames.some((each) => part.includes(each))))
    return true;
  if (name === "kind" || name === "status" || name === "service") return true;
  if (
    value === "true" ||
    value === "false" ||
    value.includes(filtered) ||
    /^[-+.]?\d|^-?Infinity$|^NaN$/.test(value)
  )
    return true;
  // A pattern derived from a path is not in the bytes.
  if (name === "route" && /:id|[*…]/.test(value)) return true;
  const bytes = Buffer.from(name === "route" ? value.replace(/^\/|\/$/g, "") : value);
  return parts.some((part) => part.includes(bytes));
}

/** Sent under these names, but read as many (`domain/trace/user-agent-attributes.ts`). */
const userAgentNames = ["user_agent", "browser.brands"].map((each) => Buffer.from(each));

function holds(span: Span, term: AttributeTerm): boolean {
  return attributesOf(term.key).some((key) =>
    valuesOf(span, canonicalKey(key)).some((value) => meetsTerm(term, value)),
  );
}

function valuesOf(span: Span, key: string): string[] {
  const { attributes, resource } = span;
  if (key === "service" || key === "name" || key === "kind" || key === "status") return [span[key]];
  if (key === "route")
    return [routeOf(attributes), reportedRoute(span)].filter((route) => route !== undefined);
  const name = resourceKeys.get(key) ?? key;
  return [attributes[name], resource[name]].flatMap((each) =>
    each === undefined ? [] : textsOf(each),
  );
}

/** Shorter search names of conventions' attributes. */
const resourceKeys = new Map<string, string>([
  ["environment", "deployment.environment.name"],
  ["release", "service.version"],
]);
