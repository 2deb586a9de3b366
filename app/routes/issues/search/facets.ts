import { tagTitle } from "#app/ui/format/tag-title.ts";
import type { IssueQuery, IssueTerm, TextField } from "#server/domain/search/issue-query.ts";
import { printIssueQuery } from "#server/domain/search/print-issue-query.ts";
import { hasTerm, toggleLevel, toggleTerm } from "#server/domain/search/toggle-term.ts";
import type { Facets, Frequency } from "#server/storage/issue-search/facet-store.ts";

/** A filter next to the list. `query`: the search with or without the value. */
export type Facet = { title: string; values: FacetValue[] };
type FacetValue = { text: string; issues: number; query: string; isOn: boolean };

/** Facets that would change the result: with at least two values, or in the query. */
export function facetsOf(facets: Facets, query: IssueQuery): Facet[] {
  const byTerm = (values: Frequency[], termOf: (text: string) => IssueTerm): FacetValue[] =>
    values.map((value) => valueOf(query, value, termOf(value.text)));
  const field = (name: TextField) => (text: string) => fieldTerm(name, text);
  const all: Facet[] = [
    { title: "Level", values: facets.levels.map((level) => levelValue(level, query)) },
    { title: "Environment", values: byTerm(facets.environments, field("environment")) },
    { title: "Release", values: byTerm(facets.releases, field("release")) },
    { title: "Assignee", values: assigneeValues(facets, query) },
    ...facets.tags.map(({ key, values }) => ({
      title: tagTitle(key),
      values: byTerm(values, (text) => tagTerm(key, text)),
    })),
  ];
  return all.filter(({ values }) => values.length > 1 || values.some(({ isOn }) => isOn));
}

const fieldTerm = (field: TextField, text: string): IssueTerm => ({
  kind: "field",
  field,
  values: [text],
  negated: false,
});
const tagTerm = (key: string, text: string): IssueTerm => ({
  kind: "tag",
  key,
  values: [text],
  negated: false,
});

function levelValue({ text, issues }: Frequency, query: IssueQuery): FacetValue {
  return {
    text,
    issues,
    query: printIssueQuery(toggleLevel(query, text)),
    isOn: query.levels.includes(text),
  };
}

function assigneeValues({ assignees, unassigned }: Facets, query: IssueQuery): FacetValue[] {
  const unassignedOption =
    unassigned > 0 ? [{ text: "Unassigned", email: "none", issues: unassigned }] : [];
  return [...assignees, ...unassignedOption].map(({ email, ...value }) =>
    valueOf(query, value, fieldTerm("assigned", email)),
  );
}

const valueOf = (query: IssueQuery, { text, issues }: Frequency, term: IssueTerm): FacetValue => ({
  text,
  issues,
  query: printIssueQuery(toggleTerm(query, term)),
  isOn: hasTerm(query, term),
});
