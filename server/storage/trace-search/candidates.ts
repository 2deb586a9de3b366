import {
  type AttributeTerm,
  termsIn,
  type TraceFacts,
  type TraceQuery,
  verdictOf,
} from "#server/domain/search/traces/trace-query.ts";
import { type Bitmap, combine, emptyBitmap, fullBitmap, has } from "./bitmap.ts";

/** Result of a search in one day's index: running numbers of traces. */
export type Candidates = {
  possible: Bitmap;
  /** Whether a trace matches; undefined: its spans must be read. */
  verdict: (number: number, facts: TraceFacts) => boolean | undefined;
  /** Whether any trace's spans must be read. */
  mayRead: boolean;
};

/** Traces that certainly have a term, and those that may. */
export type Answer = { certain: Bitmap; maybe: Bitmap };

/** `bound`: above every running number of the project. */
export function candidatesOf(
  query: TraceQuery,
  answers: ReadonlyMap<AttributeTerm, Answer>,
  bound: number,
): Candidates {
  const answerTo = (term: AttributeTerm) => answers.get(term) ?? anyTrace(bound);
  const mayRead = termsIn(query).some((term) => isUnsure(answerTo(term)));
  return {
    possible: possibleOf(query, answerTo, bound),
    mayRead,
    verdict: (number, facts) =>
      verdictOf(query, facts, (term) => {
        const { certain, maybe } = answerTo(term);
        if (has(certain, number)) return true;
        return has(maybe, number) ? undefined : false;
      }),
  };
}

const isUnsure = ({ certain, maybe }: Answer): boolean =>
  maybe.some((word, at) => (word & ~certain[at]!) !== 0);

function possibleOf(
  query: TraceQuery,
  answerTo: (term: AttributeTerm) => Answer,
  bound: number,
): Bitmap {
  const possible = fullBitmap(bound);
  for (const term of query.terms) {
    const { certain, maybe } = answerTo(term);
    if (term.negated) combine(possible, certain, (a, b) => a & ~b);
    else for (let at = 0; at < possible.length; at++) possible[at]! &= certain[at]! | maybe[at]!;
  }
  for (const { queries, negated } of query.any ?? []) {
    if (negated) continue;
    const some = emptyBitmap(bound);
    for (const each of queries) combine(some, possibleOf(each, answerTo, bound), (a, b) => a | b);
    combine(possible, some, (a, b) => a & b);
  }
  return possible;
}

/** The result for a term that is not indexed. */
export const anyTrace = (bound: number): Answer => ({
  certain: emptyBitmap(bound),
  maybe: fullBitmap(bound),
});
