import { isLongText } from "./term-test.ts";
import type { AttributeTerm, TraceQuery } from "./traces/trace-query.ts";

/**
 * The query with case variants of its values in the day dictionaries: the second attempt of a
 * search without exact results. Undefined if there are none. Exclusions are unchanged.
 */
export function inOtherCase(query: TraceQuery): TraceQuery | undefined {
  const changed = withTerms(query);
  return JSON.stringify(changed) === JSON.stringify(query) ? undefined : changed;
}

function withTerms(query: TraceQuery): TraceQuery {
  const { terms, any } = query;
  return {
    ...query,
    terms: terms.map(caseless),
    ...(any && {
      any: any.map((group) =>
        group.negated ? group : { ...group, queries: group.queries.map(withTerms) },
      ),
    }),
  };
}

const caseless = (term: AttributeTerm): AttributeTerm =>
  isExact(term) ? { ...term, test: "caseless" } : term;

const isExact = ({ key, value, negated, test }: AttributeTerm): boolean =>
  test === undefined && !negated && key !== "kind" && !isLongText(key) && /\p{L}/u.test(value);
