import type { Problem } from "#server/domain/problem.ts";
import { normaliseRoute } from "#server/domain/trace/route-key.ts";
import { spanKinds } from "#server/domain/trace/span.ts";
import { canonicalKey, isField } from "#server/domain/trace/terms.ts";
import type { AttributeTerm, TraceQuery } from "./trace-query.ts";
import { narrow, printDurationRange, readDurationRange } from "./trace-query-duration.ts";
import { printKey, type QueryToken, quoteText, readTokens } from "./query-tokens.ts";

/**
 * What was typed into the trace list's search box: `service:web route:/cart status:error duration:>100ms "GET /x"`. A key is
 * a field (service, name, route, kind, status, duration, environment, release) or any attribute's name; `-` before it
 * turns it round; all must hold. `invalid` names the part that is not understood.
 */
export function parseTraceQuery(text: string): { query: TraceQuery } | Problem {
  const query: TraceQuery = { terms: [], words: [] };
  for (const token of readTokens(text)) {
    const problem = token.key === undefined ? addWord(query, token) : addKey(query, token, fieldOr(token.key));
    if (problem) return problem;
  }
  return { query };
}

/** People write fields in any case and shorter than they are; attributes' names are what they are. */
function fieldOr(key: string): string {
  const lower = key.toLowerCase();
  if (lower === "env") return "environment";
  return lower === "duration" || isField(lower) ? lower : canonicalKey(key);
}

function addWord(query: TraceQuery, { typed, value, isNegated, isQuoted }: QueryToken): Problem | undefined {
  if (isNegated && (value !== "" || isQuoted)) {
    return notUnderstood(typed, "Only key:value can be turned round; a word that begins with a minus goes in quotes.");
  }
  const word = isNegated ? typed : value;
  if (word !== "" && !query.words.includes(word)) query.words.push(word);
  return undefined;
}

function addKey(query: TraceQuery, token: QueryToken, key: string): Problem | undefined {
  const { typed, value, isQuoted } = token;
  if (value === "" && !isQuoted) return notUnderstood(typed, "There is nothing after the colon to look for.");
  if (key === "duration") return addDuration(query, token);
  if (key === "status") return addStatus(query, token);
  if (!isQuoted && /^[<>]/.test(value)) return notUnderstood(typed, "Only duration: can be compared.");
  if (key === "kind") return addKind(query, token);
  addTerm(query, token, key, key === "route" ? (normaliseRoute(value) ?? value) : value);
  return undefined;
}

function addTerm({ terms }: TraceQuery, { isNegated: negated }: QueryToken, key: string, value: string): void {
  const isThere = terms.some((term) => term.key === key && term.value === value && term.negated === negated);
  if (!isThere) terms.push({ key, value, negated });
}

function addKind(query: TraceQuery, token: QueryToken): Problem | undefined {
  const kind = token.value.toLowerCase();
  if (!(spanKinds as readonly string[]).includes(kind)) return unknownValue(token, "kind", spanKinds);
  addTerm(query, token, "kind", kind);
  return undefined;
}

function addStatus(query: TraceQuery, token: QueryToken): Problem | undefined {
  const status = token.value.toLowerCase();
  if (status !== "error" && status !== "ok") return unknownValue(token, "status", ["error", "ok"]);
  const failed = (status === "error") !== token.isNegated;
  if (query.failed === !failed) return notUnderstood(token.typed, "No trace has failed and has not.");
  query.failed = failed;
  return undefined;
}

function addDuration(query: TraceQuery, { typed, value, isNegated }: QueryToken): Problem | undefined {
  if (isNegated) return notUnderstood(typed, "Turn the sign round instead: duration:<100ms.");
  const range = readDurationRange(value);
  if (!range) return notUnderstood(typed, "A duration is written like >100ms, <=2s or 100ms..2s.");
  const narrowed = narrow(query.durationMs, range);
  if (!narrowed) return notUnderstood(typed, "No trace lasts as long and as short as that.");
  query.durationMs = narrowed;
  return undefined;
}

function unknownValue({ typed }: QueryToken, key: string, known: readonly string[]): Problem {
  return notUnderstood(typed, `After ${key}: the search knows ${known.join(", ")}.`);
}

const notUnderstood = (typed: string, because: string): Problem => ({
  problem: "invalid",
  detail: `The search does not understand ${typed}. ${because}`,
});

/** The query as one would type it; parsing it again gives the same query. */
export function printTraceQuery({ terms, durationMs, failed, words }: TraceQuery): string {
  return [
    ...terms.map(printTerm),
    ...(durationMs ? printDurationRange(durationMs) : []),
    ...(failed === undefined ? [] : [failed ? "status:error" : "status:ok"]),
    ...words.map((word) => (/^[^\s"\\:-][^\s"\\:]*$/.test(word) ? word : quoteText(word))),
  ].join(" ");
}

function printTerm({ key, value, negated }: AttributeTerm): string {
  const text = /^(?!\/\/)[^\s"<>]\S*$/.test(value) ? value : quoteText(value);
  return `${negated ? "-" : ""}${printKey(key)}:${text}`;
}
