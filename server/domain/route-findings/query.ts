import type { Attributes, Span } from "#server/domain/trace/span.ts";

/** A database query, as far as its span describes it. */
export type Query = {
  /**
   * Equal for queries of one shape: `db.query.summary`, otherwise the text without values,
   * otherwise the span's name.
   */
  shape: string;
  /** For display: the summary, otherwise the text's verb and tables. */
  label: string;
  /** Text with values; undefined if the span has no values, so that two can't be compared. */
  whole: string | undefined;
  /** Its effect; `control` opens, ends, or configures something without fetching data. */
  act: "read" | "write" | "control";
};

const longestText = 2_000;
const longestLabel = 100;

/** Undefined for spans that are not queries: connecting also has `db.system.name`. */
export function queryOf(span: Span): Query | undefined {
  const { attributes, name } = span;
  const text = textOf(attributes["db.query.text"])?.slice(0, longestText);
  const summary = textOf(attributes["db.query.summary"]);
  const operation = textOf(attributes["db.operation.name"]);
  const isTold = text !== undefined || summary !== undefined || operation !== undefined;
  if (!isTold && (attributes["db.system.name"] === undefined || /\bconnect/i.test(name)))
    return undefined;
  const shape = summary ?? (text === undefined ? undefined : withoutValues(text)) ?? name;
  return {
    shape,
    label: (summary ?? (text === undefined ? name : summaryOf(text))).slice(0, longestLabel),
    whole: text === undefined ? undefined : wholeOf(text, attributes),
    act: actOf((text ?? summary ?? name).trimStart(), operation),
  };
}

const control =
  /^(?:begin|start transaction|commit|rollback|savepoint|release|pragma|show|use|set (?:local|session|transaction|names))\b/i;
/** A verb alone, or the first word of a method's name: `insert`, `addMember`, but not `address`. */
const writing =
  /^(?:insert|update|delete|replace|merge|upsert|create|alter|drop|truncate|call|lock|copy|grant|h?set(?:ex|nx)?|del|unlink|incr(?:by)?|decr(?:by)?|expire|[lr]push|[lr]pop|[sz]add|[sz]rem|publish|xadd|save|write|add|remove|put|push|touch|make|evict)(?![a-z])/i;
const writingWithin =
  /\b(?:insert\s+into|update\s+\S+\s+set|delete\s+from|for\s+(?:no\s+key\s+)?(?:update|share))\b/i;

/** Anything not known as a write counts as a read. */
function actOf(statement: string, operation: string | undefined): Query["act"] {
  if (control.test(statement)) return "control";
  const verb = (operation ?? /^\S+/.exec(statement)?.[0] ?? "").split(".").at(-1)!;
  return writing.test(verb) || writingWithin.test(statement) ? "write" : "read";
}

/**
 * One shape regardless of values and their number: literals become `?`, and lists of them one `?`.
 */
const withoutValues = (text: string): string =>
  text
    .replaceAll(/'(?:[^']|'')*'/g, "?")
    .replaceAll(/(?<![\w$"`.])-?\d+(?:\.\d+)?\b/g, "?")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/\(\s*(?:\?|\$\d+)(?:\s*,\s*(?:\?|\$\d+))*\s*\)/g, "(?)")
    .trim();

/** A summary as in the semantic conventions: the statement's verb and tables. */
function summaryOf(text: string): string {
  const verb = /^\s*(\w+)/.exec(text)?.[1] ?? text.slice(0, longestLabel);
  const tables = [...text.matchAll(/\b(?:from|join|into|update)\s+["`[]?([\w.]+)/gi)].map(
    ([, table]) => table!,
  );
  const named = [...new Set(tables)].filter((table) => table.toLowerCase() !== verb.toLowerCase());
  return named.length > 0 ? [verb, ...named.slice(0, 4)].join(" ") : withoutValues(text);
}

const placeholder = /\?|\$\d|%s|(?<![:\w]):[a-z_]\w*|(?<!\w)@\w+/i;

function wholeOf(text: string, attributes: Attributes): string | undefined {
  if (!placeholder.test(text)) return text;
  const values = Object.entries(attributes).filter(([name]) =>
    /^db\.(?:query|operation)\.parameter\b/.test(name),
  );
  return values.length > 0
    ? JSON.stringify([text, values.map(([name, value]) => [name, String(value)])])
    : undefined;
}

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;
