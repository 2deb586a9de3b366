import { successorOf } from "#server/domain/trace/attribute-names.ts";
import type { Attributes, AttributeValue, SpanKind } from "#server/domain/trace/span.ts";
import { secrecyOf } from "#server/ingest/secret-key.ts";
import { filtered, withoutSecrets } from "#server/ingest/secret-value.ts";

/**
 * Attributes as people and scripts may see them: under today's names, and without secrets. Stored bytes stay as they
 * were received, so whoever shows them goes through here.
 */
export function presentable(attributes: Attributes, kind: SpanKind): Attributes {
  const shown: Attributes = {};
  let replaced: [old: string, name: string][] | undefined;
  for (const key in attributes) {
    const name = key === "http.target" ? key : successorOf(key, kind);
    if (name === undefined || name === key) shown[key] = clean(key, attributes[key]!);
    else (replaced ??= []).push([key, name]);
  }
  // Who sends both names (semantic conventions' migration) means the new one.
  for (const [old, name] of replaced ?? []) if (!(name in shown)) shown[name] = clean(name, attributes[old]!);
  if ("http.target" in shown) splitTarget(shown);
  return shown;
}

/** A path and a query in one. */
function splitTarget(attributes: Attributes): void {
  const target = attributes["http.target"];
  if (typeof target !== "string") return;
  delete attributes["http.target"];
  const mark = target.indexOf("?");
  attributes["url.path"] ??= mark < 0 ? target : target.slice(0, mark);
  if (mark >= 0) attributes["url.query"] ??= target.slice(mark + 1);
}

function clean(key: string, value: AttributeValue): AttributeValue {
  if (secrecyOf(key) === "strong" && value !== null && typeof value !== "boolean") return filtered;
  return cleanValue(key, value, 0);
}

function cleanValue(key: string, value: AttributeValue, depth: number): AttributeValue {
  if (typeof value === "string") return cleanText(key, value);
  if (typeof value !== "object" || value === null || depth > 16) return value;
  if (Array.isArray(value)) return value.map((each) => cleanValue(key, each, depth + 1));
  const cleaned: { [key: string]: AttributeValue } = {};
  for (const name in value)
    cleaned[name] = secrecyOf(name) === "strong" ? filtered : cleanValue(name, (value as Attributes)[name]!, depth + 1);
  return cleaned;
}

// Signatures in addresses grant what they sign (semantic conventions for HTTP spans, url.full).
const signature =
  /([?&;]|^)(sig|signature|awsaccesskeyid|x-goog-signature|x-amz-(?:signature|credential|security-token))=[^&#\s]+/gi;
const user = /^([a-z][a-z0-9+.-]*:\/\/)[^\s/?#@]*@/i;

function cleanText(key: string, text: string): string {
  if (!key.startsWith("url.") && !key.startsWith("http.")) return withoutSecrets(text);
  const unsigned = text.replace(user, `$1${filtered}@`).replace(signature, `$1$2=${filtered}`);
  return withoutSecrets(key === "url.query" ? `?${unsigned}` : unsigned).slice(key === "url.query" ? 1 : 0);
}
