import { isEmailAddress } from "./query-words.ts";
import type { AnyOf, AttributeTerm, TraceQuery } from "./traces/trace-query.ts";

/** The only HTTP method among these is DELETE, whose spans are then found in addition. */
const verb =
  /^(?:SELECT|INSERT|UPDATE|DELETE|MERGE|UPSERT|REPLACE|WITH|FROM|JOIN|WHERE|CREATE|ALTER|DROP|TRUNCATE|BEGIN|COMMIT|ROLLBACK)\b/;

/** A word that is an email address is also searched among users, by an index. */
export function searchUsersToo(query: TraceQuery): void {
  const addresses = query.terms.filter((term) => isWord(term) && isEmailAddress(term.value));
  if (addresses.length === 0) return;
  query.terms = query.terms.filter((term) => !addresses.includes(term));
  query.any = [
    ...(query.any ?? []),
    ...addresses.map((term) => inNameOr(term, { key: "user", value: term.value })),
  ];
}

/**
 * Words next to an SQL keyword in capitals are also searched in query texts (`orders SELECT`).
 * Others are not: query texts have no word index, so every name search would read them.
 */
export function searchQueriesToo(query: TraceQuery): void {
  const words = query.terms.filter(isWord);
  const isOfQueries =
    words.some(({ value }) => verb.test(value)) ||
    query.any?.some(({ word }) => word !== undefined && !isEmailAddress(word));
  if (!isOfQueries || words.length === 0) return;
  query.terms = query.terms.filter((term) => !isWord(term));
  query.any = [
    ...(query.any ?? []),
    ...words.map((term) => inNameOr(term, { key: "db.query.text", value: term.value })),
  ];
}

const isWord = ({ key, test }: AttributeTerm): boolean => key === "name" && test === "contains";

function inNameOr(term: AttributeTerm, other: Pick<AttributeTerm, "key" | "value">): AnyOf {
  const queries = [term, other].map((each) => ({
    terms: [{ ...each, negated: false }],
    words: [],
  }));
  return { queries, negated: term.negated, word: term.value };
}
