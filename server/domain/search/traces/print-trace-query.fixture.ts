import { unlistedKinds } from "#server/domain/trace/listing/unlisted.ts";
import { printKey, quoteText } from "#server/domain/search/query-tokens.ts";
import { printNegatedWord, printWord } from "#server/domain/search/query-words.ts";
import type { AnyOf, AttributeTerm, Range, TraceQuery } from "./trace-query.ts";

/** The query as text that parses to the same query, for tests. */
export function printTraceQuery(query: TraceQuery): string {
  const { terms, durationMs, spans, errors, failed, words, any = [] } = query;
  return [
    ...terms.map(printTerm),
    ...(durationMs ? printDurationRange(durationMs) : []),
    ...(spans ? printCountRange("spans", spans) : []),
    ...(errors ? printCountRange("errors", errors) : []),
    ...(failed === undefined ? [] : [failed ? "status:error" : "status:ok"]),
    ...unlistedKinds.flatMap((kind) =>
      query[kind] === undefined ? [] : [`${query[kind] ? "" : "-"}is:${kind}`],
    ),
    ...any.map(printAnyOf),
    ...words.map(printWord),
  ].join(" ");
}

function printAnyOf({ queries, negated, word }: AnyOf): string {
  if (word !== undefined) return printTerm({ key: "name", value: word, negated, test: "contains" });
  return `${negated ? "-" : ""}(${queries.map(printTraceQuery).join(" OR ")})`;
}

function printTerm({ key, value, negated, test }: AttributeTerm): string {
  const sign = negated ? "-" : "";
  // Before a key, a bare `not` would exclude it.
  if (test === "contains" && /^not$/i.test(value)) return `${sign}${quoteText(value)}`;
  if (test === "contains") return negated ? printNegatedWord(value) : printWord(value);
  if (test === "has") return `${sign}has:${/^[\w.-]+$/.test(key) ? key : quoteText(key)}`;
  if (test === "like") return `${sign}${printKey(key)}:${value}`;
  if (test !== undefined) return `${sign}${printKey(key)}:${test}${value}`;
  const text = /^(?!\/\/)[^\s"<>*()[\]][^\s*()]*$/.test(value) ? value : quoteText(value);
  return `${sign}${printKey(key)}:${text}`;
}

function printCountRange(key: string, { atLeast, atMost }: Range): string[] {
  if (atLeast !== undefined && atMost !== undefined) return [`${key}:${atLeast}..${atMost}`];
  if (atLeast !== undefined) return [`${key}:>=${atLeast}`];
  return atMost === undefined ? [] : [`${key}:<=${atMost}`];
}

function printDurationRange({ atLeast, atMost }: Range): string[] {
  if (atLeast !== undefined && atMost !== undefined) return [`duration:${atLeast}ms..${atMost}ms`];
  if (atLeast !== undefined) return [`duration:>=${atLeast}ms`];
  return atMost === undefined ? [] : [`duration:<=${atMost}ms`];
}
