import { Form } from "react-router";
import { Icon } from "#app/ui/icon.tsx";
import { keptSearch } from "#app/ui/format/scope.ts";
import type { IssueSort } from "#server/storage/issues/issue-store.ts";

type Props = {
  project: string;
  query: string;
  sort: IssueSort;
  /** Terms that the project has something for. */
  suggestions: string[];
  isMisread: boolean;
  search: string;
};

export function SearchForm({ project, query, sort, suggestions, isMisread, search }: Props) {
  const kept = [...new URLSearchParams(keptSearch(search))];
  const before = query === "" || query.endsWith(" ") ? query : `${query} `;
  return (
    // The key: a tab's link changes the query under the field.
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
      {/* A list completes the whole field: without scripts each line is the query with one term more. */}
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

/** Loaded with the first keystroke. */
async function complete(field: HTMLInputElement, project: string): Promise<void> {
  const { completeQuery } = await import("#app/enhance/complete-query.ts");
  await completeQuery(field, project);
}
