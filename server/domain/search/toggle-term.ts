import type { IssueQuery, IssueTerm } from "./issue-query.ts";

/** Whether the query contains this term. */
export const hasTerm = ({ terms = [] }: IssueQuery, term: IssueTerm): boolean =>
  terms.some((each) => isSame(each, term));

/** Adds this term to the query, or removes it. */
export function toggleTerm(query: IssueQuery, term: IssueTerm): IssueQuery {
  const { terms = [], ...rest } = query;
  const others = hasTerm(query, term)
    ? terms.filter((each) => !isSame(each, term))
    : [...terms, term];
  return others.length > 0 ? { ...rest, terms: others } : rest;
}

/** Levels are alternatives. */
export function toggleLevel(query: IssueQuery, level: string): IssueQuery {
  const isThere = query.levels.includes(level);
  return {
    ...query,
    levels: isThere ? query.levels.filter((each) => each !== level) : [...query.levels, level],
  };
}

const isSame = (a: IssueTerm, b: IssueTerm): boolean => JSON.stringify(a) === JSON.stringify(b);
