import { Form } from "react-router";
import { Options } from "#app/ui/choice.tsx";
import { keptSearch } from "#app/ui/scope.ts";
import type { IssueSort } from "#server/storage/store.ts";
import { sortNames } from "../sorts.ts";

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
    <Form key={`${query} ${sort}`} className="row" aria-label="Issues">
      {kept.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input
        {...{ type: "search", name: "query", defaultValue: query, size: 40, autoComplete: "off", spellCheck: false }}
        {...{ placeholder: "is:open level:error words", "aria-label": "Search", "aria-keyshortcuts": "/" }}
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
      <select name="sort" aria-label="Order" defaultValue={sort}>
        <Options options={sortNames} />
      </select>
      <button>Apply</button>
    </Form>
  );
}

/** Nobody who does not type pays for it. */
async function complete(field: HTMLInputElement, project: string): Promise<void> {
  const { completeQuery } = await import("#app/enhance/complete-query.ts");
  await completeQuery(field, project);
}
