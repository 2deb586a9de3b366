import type { AnyOf, AttributeTerm, TraceQuery } from "./trace-query.ts";

/** HTTP has no method among these but DELETE, whose spans are then found besides. */
const verb =
  /^(?:SELECT|INSERT|UPDATE|DELETE|MERGE|UPSERT|REPLACE|WITH|FROM|JOIN|WHERE|CREATE|ALTER|DROP|TRUNCATE|BEGIN|COMMIT|ROLLBACK)\b/;

/**
 * Words beside an SQL keyword in capitals are looked for in the text of queries, too (`orders SELECT`). Others are not: no
 * index knows the words of queries, and every search for a name would have to read them.
 */
export function searchQueriesToo(query: TraceQuery): void {
  const words = query.terms.filter(isWord);
  const isOfQueries = words.some(({ value }) => verb.test(value)) || query.any?.some(({ word }) => word !== undefined);
  if (!isOfQueries || words.length === 0) return;
  query.terms = query.terms.filter((term) => !isWord(term));
  query.any = [...(query.any ?? []), ...words.map(inNameOrQuery)];
}

const isWord = ({ key, test }: AttributeTerm): boolean => key === "name" && test === "contains";

function inNameOrQuery(term: AttributeTerm): AnyOf {
  const { value: word, negated } = term;
  const inText: AttributeTerm = { key: "db.query.text", value: word, negated: false };
  const queries = [{ ...term, negated: false }, inText].map((each) => ({ terms: [each], words: [] }));
  return { queries, negated, word };
}
