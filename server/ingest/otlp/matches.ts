import { Buffer } from "node:buffer";
import type { AttributeTerm } from "#server/domain/search/trace-query.ts";
import { routeOf } from "#server/domain/trace/route-key.ts";
import type { Span } from "#server/domain/trace/span.ts";
import { canonicalKey, textsOf } from "#server/domain/trace/terms.ts";
import { filtered } from "#server/ingest/secret-value.ts";
import { isUserAgentKey } from "#server/domain/trace/user-agent-attributes.ts";
import { decodeSpans } from "./decode.ts";

/**
 * Whether a trace meets these terms: each on any of its spans, a negated one on none (for `TraceFilter.matches`). A text
 * whose bytes do not occur in the parts is on no span, which is told without decoding: the common case of a search.
 */
export function matchesTerms(parts: Uint8Array[], terms: AttributeTerm[]): boolean {
  const buffers = parts.map((part) => Buffer.from(part.buffer, part.byteOffset, part.byteLength));
  const open = terms.filter((term) => mayHold(buffers, term));
  if (terms.some((term) => !term.negated && !open.includes(term))) return false;
  if (open.length === 0) return true;
  const spans = decodeSpans(parts);
  return open.every((term) => spans.some((span) => holds(span, term)) !== term.negated);
}

/** What was filtered stands there unfiltered; numbers and booleans stand on the wire in another form, and so do kinds, statuses and a service without a name. */
function mayHold(parts: Buffer[], { key, value }: AttributeTerm): boolean {
  const name = canonicalKey(key);
  if (name === "kind" || name === "status" || name === "service") return true;
  if (value === "true" || value === "false" || value.includes(filtered) || /^[-+.]?\d|^-?Infinity$|^NaN$/.test(value))
    return true;
  if (isUserAgentKey(name) && parts.some((part) => userAgentNames.some((each) => part.includes(each)))) return true;
  const bytes = Buffer.from(name === "route" ? value.replace(/^\/|\/$/g, "") : value);
  return parts.some((part) => part.includes(bytes));
}

/** Written under these names, read as many (`domain/trace/user-agent-attributes.ts`). */
const userAgentNames = ["user_agent", "browser.brands"].map((name) => Buffer.from(name));

function holds(span: Span, { key, value }: AttributeTerm): boolean {
  return valuesOf(span, canonicalKey(key)).includes(value);
}

function valuesOf(span: Span, key: string): string[] {
  const { attributes, resource } = span;
  if (key === "service" || key === "name" || key === "kind" || key === "status") return [span[key]];
  if (key === "route") return [routeOf(attributes) ?? []].flat();
  const name = resourceKeys.get(key) ?? key;
  return [attributes[name], resource[name]].flatMap((each) => (each === undefined ? [] : textsOf(each)));
}

/** What a search calls shorter than the conventions do. */
const resourceKeys = new Map<string, string>([
  ["environment", "deployment.environment.name"],
  ["release", "service.version"],
]);
