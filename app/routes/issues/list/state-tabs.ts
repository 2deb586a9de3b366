import type { IssueQuery, StateTerm } from "#server/domain/search/issue-query.ts";
import { printIssueQuery } from "#server/domain/search/print-issue-query.ts";
import { newForMs } from "#server/domain/issue/triage.ts";
import { dayMs } from "#server/domain/time.ts";
import type { IssueCounts } from "#server/storage/issues/issue-store.ts";

/** A tab of the issue list: a state of the query language, or none for all. */
export type StateTab = {
  text: string;
  /** What the state means, where its name doesn't say. */
  title?: string;
  count?: number;
  query: string;
  current: boolean;
};

/** Without a `query` in the URL, the list shows unresolved issues; with an empty one, all. */
export const defaultQuery = "is:unresolved";

type State = { text: string; title?: string; state?: StateTerm; counts: keyof IssueCounts };

const states: State[] = [
  { text: "Unresolved", state: "open", counts: "open" },
  {
    text: "Regressed",
    title: "Resolved before, and happened again",
    state: "regressed",
    counts: "regressed",
  },
  {
    text: "New",
    title: `Unresolved, and first seen in the last ${newForMs / dayMs} days`,
    state: "new",
    counts: "new",
  },
  { text: "Ignored", state: "ignored", counts: "ignored" },
  { text: "Resolved", state: "resolved", counts: "resolved" },
  { text: "All", counts: "all" },
];

/**
 * Each tab replaces the query's state and keeps the rest. `query` is undefined if it is invalid.
 */
export function stateTabsOf(query: IssueQuery | undefined, counts: IssueCounts): StateTab[] {
  return states.map(({ text, title, state, counts: name }) => ({
    text,
    ...(title && { title }),
    count: counts[name],
    query: withState(query, state),
    current: asksFor(query, state),
  }));
}

function withState(query: IssueQuery | undefined, state: StateTerm | undefined): string {
  return printIssueQuery({ levels: [], words: [], ...query, states: state ? [state] : [] });
}

/** True if the query has this state only. */
function asksFor(query: IssueQuery | undefined, state: StateTerm | undefined): boolean {
  return query !== undefined && query.states.length <= 1 && query.states[0] === state;
}
