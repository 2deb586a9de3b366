import { currentName, successorOf } from "#server/domain/trace/terms/attribute-names.ts";
import type { Attributes, AttributeValue, SpanKind } from "#server/domain/trace/span.ts";
import { secrecyOf } from "#server/ingest/secret-key.ts";
import { filtered, withoutSecrets } from "#server/ingest/secret-value.ts";
import { maxText } from "./trimmed-values.ts";

/**
 * Attributes as users and scripts may see them: current names, without secrets. Stored bytes stay
 * as received, so all display code must call this.
 */
export function presentable(attributes: Attributes, kind: SpanKind): Attributes {
  const shown: Attributes = {};
  for (const key in attributes) shown[key] = withoutSecret(key, attributes[key]!);
  return Object.keys(shown).some(isReplaced) ? underCurrentNames(shown, kind) : shown;
}

/** Whether an attribute has a newer name. */
export const isReplaced = (key: string): boolean => key === target || currentName(key) !== key;

/**
 * The same attributes by current names. If both names are sent (the conventions' migration), the
 * new one counts.
 */
export function underCurrentNames(attributes: Attributes, kind: SpanKind): Attributes {
  const current: Attributes = {};
  const replaced: [name: string, value: AttributeValue][] = [];
  for (const key in attributes) {
    const name = successorOf(key, kind) ?? key;
    if (name === key) current[key] = attributes[key]!;
    else replaced.push([name, attributes[key]!]);
  }
  for (const [name, value] of replaced) if (!(name in current)) current[name] = value;
  splitTarget(current);
  return current;
}

const target = "http.target";

/** A path and query in one. */
function splitTarget(attributes: Attributes): void {
  const text = attributes[target];
  if (typeof text !== "string") return;
  delete attributes[target];
  const mark = text.indexOf("?");
  attributes["url.path"] ??= mark < 0 ? text : text.slice(0, mark);
  if (mark >= 0) attributes["url.query"] ??= text.slice(mark + 1);
}

/** The value as it may be shown: scrubbed by its name, or if it looks like a secret. */
export function withoutSecret(key: string, value: AttributeValue): AttributeValue {
  if (secrecyOf(key) === "strong" && value !== null && typeof value !== "boolean") return filtered;
  return cleanValue(key, value, 0);
}

function cleanValue(key: string, value: AttributeValue, depth: number): AttributeValue {
  if (typeof value === "string") return cleanText(key, value);
  if (typeof value !== "object" || value === null || depth > 16) return value;
  if (Array.isArray(value)) return value.map((each) => cleanValue(key, each, depth + 1));
  const cleaned: { [key: string]: AttributeValue } = {};
  for (const name in value)
    cleaned[name] =
      secrecyOf(name) === "strong"
        ? filtered
        : cleanValue(name, (value as Attributes)[name]!, depth + 1);
  return cleaned;
}

// Signatures in URLs grant access (semantic conventions for HTTP spans, url.full).
const signature =
  /([?&;]|^)(sig|signature|awsaccesskeyid|x-goog-signature|x-amz-(?:signature|credential|security-token))=[^&#\s]+/gi;
// Schemes are short: without a limit, a long text of dots and letters would be scanned from each
// position.
const user = /([a-z][a-z0-9+.-]{0,19}:\/\/)[^\s/?#@]*@/i;

function cleanText(key: string, text: string): string {
  // Overwritten values were padded with spaces.
  if (text.startsWith(filtered)) return text.trimEnd();
  const short = text.length > maxText ? `${text.slice(0, maxText - 3)}...` : text;
  if (key === "url.query") return presentableText(`?${short}`).slice(1);
  return key.startsWith("url.") || key.startsWith("http.")
    ? presentableText(short)
    : withoutSecrets(short);
}

/** A text that may be or contain a URL (a span's name) without its secrets. */
export function presentableText(text: string): string {
  return withoutSecrets(
    text.replace(user, `$1${filtered}@`).replace(signature, `$1$2=${filtered}`),
  );
}
