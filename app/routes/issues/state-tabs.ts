import type { IssueQuery, StateTerm } from "#server/domain/search/issue-query.ts";
import { printIssueQuery } from "#server/domain/search/parse-issue-query.ts";
import type { IssueCounts } from "#server/storage/store.ts";

/** The tabs of the issue list: a state of the query language each; none for every state. */
export const stateTabs: { text: string; state?: StateTerm; counts: keyof IssueCounts }[] = [
  { text: "Open", state: "open", counts: "open" },
  { text: "Regressed", state: "regressed", counts: "regressed" },
  { text: "Ignored", state: "ignored", counts: "ignored" },
  { text: "Resolved", state: "resolved", counts: "resolved" },
  { text: "All", counts: "all" },
];

/** Without a `query` in the URL the list shows what is open; with an empty one, everything. */
export const defaultQuery = "is:open";

/** The query with its state exchanged, whatever else it asks for kept. */
export function withState(query: IssueQuery | undefined, state: StateTerm | undefined): string {
  const { levels = [], words = [] } = query ?? {};
  return printIssueQuery({ levels, words, states: state ? [state] : [] });
}

/** True when the query asks for this state and no other. */
export function isState(query: IssueQuery | undefined, state: StateTerm | undefined): boolean {
  if (!query || query.states.length > 1) return false;
  return query.states[0] === state;
}
