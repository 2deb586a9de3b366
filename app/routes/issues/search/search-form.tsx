import { Form } from "react-router";
import { Icon } from "#app/ui/icon.tsx";
import { keptSearch } from "#app/ui/format/scope.ts";
import type { IssueSort } from "#server/storage/issues/issue-store.ts";

type Props = {
  project: string;
  query: string;
  sort: IssueSort;
  /** Terms for which the project has data. */
  suggestions: string[];
  isMisread: boolean;
  search: string;
};

export function SearchForm({ project, query, sort, suggestions, isMisread, search }: Props) {
  const kept = [...new URLSearchParams(keptSearch(search))];
  const before = query === "" || query.endsWith(" ") ? query : `${query} `;
  return (
    // The key resets the field when a tab's link changes the query.
    <Form key={`${query} ${sort}`} className="find" role="search" aria-label="Issues">
      <Icon name="search" />
      {kept.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input
        {...{
          type: "search",
          name: "query",
          defaultValue: query,
          autoComplete: "off",
          spellCheck: false,
        }}
        {...{ placeholder: "Search issues", "aria-label": "Search", "aria-keyshortcuts": "/" }}
        {...{
          list: "query-terms",
          maxLength: 1000,
          onInput: (event) => void complete(event.currentTarget, project),
        }}
        {...(isMisread ? { "aria-invalid": true, "aria-describedby": "query-error" } : {})}
      />
      {/* A datalist replaces the whole field: without scripts, each option is the query with one
          more term. */}
      <datalist id="query-terms">
        {suggestions.map((term) => (
          <option key={term} value={before + term}>
            {term}
          </option>
        ))}
      </datalist>
      {sort !== "last-seen" && <input type="hidden" name="sort" value={sort} />}
    </Form>
  );
}

/** Loaded on the first keystroke. */
async function complete(field: HTMLInputElement, project: string): Promise<void> {
  const { completeQuery } = await import("#app/enhance/complete-query.ts");
  await completeQuery(field, project);
}
