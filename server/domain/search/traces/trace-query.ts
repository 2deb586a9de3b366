import {
  isAskedFor,
  type Unlisted,
  type UnlistedKind,
  unlistedKinds,
} from "#server/domain/trace/listing/unlisted.ts";
import type { Sign } from "#server/domain/search/issue-query.ts";

/** A parsed trace search. Parsed by `parseTraceQuery`; all terms must match. */
export type TraceQuery = Unlisted & {
  /**
   * On any span of the trace: answered by the index if the key is indexed, otherwise by reading
   * spans.
   */
  terms: AttributeTerm[];
  /** Of the whole trace, milliseconds. */
  durationMs?: Range;
  /** Number of spans, and of failed spans. */
  spans?: Range;
  errors?: Range;
  /** true: has a failed span; false: has none. */
  failed?: boolean;
  /** All of these in the root's name, case-insensitive. */
  words: string[];
  /** In each of these groups, one query matches, or none if it is negated. */
  any?: AnyOf[];
};

export type Range = { atLeast?: number; atMost?: number };
/** `word`: the word typed for it (words-in-queries.ts). */
export type AnyOf = { queries: TraceQuery[]; negated: boolean; word?: string };

/** `value` is the exact text unless `test` says otherwise. */
export type AttributeTerm = { key: string; value: string; negated: boolean; test?: TermTest };

/**
 * A pattern with `*`; any value; a contained or equal text, case-insensitive; a numeric comparison;
 * a test without an index.
 */
export type TermTest = "like" | "has" | "contains" | "caseless" | "unindexed" | Sign;

/** Facts of a trace that don't require its spans. */
export type TraceFacts = {
  durationMs: number;
  spans: number;
  errors: number;
  unlisted?: UnlistedKind | undefined;
};

/** Every term of a query and its groups. */
export const termsIn = ({ terms, any = [] }: TraceQuery): AttributeTerm[] => [
  ...terms,
  ...any.flatMap(({ queries }) => queries.flatMap(termsIn)),
];

/** Sorts of traces that a page excludes, except those that the query mentions. */
export const unlistedFor = (query: TraceQuery): Unlisted =>
  Object.fromEntries(
    unlistedKinds.flatMap((kind) => (asksFor(query, kind) ? [] : [[kind, false]])),
  );

const asksFor = (query: TraceQuery, kind: UnlistedKind): boolean =>
  query[kind] !== undefined ||
  (query.any ?? []).some(({ queries }) => queries.some((each) => asksFor(each, kind)));

/**
 * Whether a query matches, given each term's result; undefined if undecided. Words are conditions
 * of the list and not tested here.
 */
export function verdictOf(
  query: TraceQuery,
  facts: TraceFacts,
  holds: (term: AttributeTerm) => boolean | undefined,
): boolean | undefined {
  if (!meetsFacts(query, facts)) return false;
  let verdict: boolean | undefined = true;
  for (const term of query.terms) {
    const held = turned(holds(term), term.negated);
    if (held === false) return false;
    if (held === undefined) verdict = undefined;
  }
  for (const { queries, negated } of query.any ?? []) {
    const held = turned(anyOf(queries.map((each) => verdictOf(each, facts, holds))), negated);
    if (held === false) return false;
    if (held === undefined) verdict = undefined;
  }
  return verdict;
}

const turned = (held: boolean | undefined, negated: boolean): boolean | undefined =>
  held === undefined ? undefined : held !== negated;

function anyOf(verdicts: (boolean | undefined)[]): boolean | undefined {
  if (verdicts.includes(true)) return true;
  return verdicts.includes(undefined) ? undefined : false;
}

function meetsFacts(query: TraceQuery, facts: TraceFacts): boolean {
  const { durationMs, spans, errors, failed } = query;
  return (
    isIn(durationMs, facts.durationMs) &&
    isIn(spans, facts.spans) &&
    isIn(errors, facts.errors) &&
    (failed === undefined || failed === facts.errors > 0) &&
    isAskedFor(query, facts.unlisted)
  );
}

const isIn = ({ atLeast = 0, atMost = Infinity }: Range = {}, value: number): boolean =>
  value >= atLeast && value <= atMost;
