import { Form, useLocation } from "react-router";
import { keptSearch } from "#app/ui/scope.ts";

/** A part of the version's name, as a GET form. */
export function SearchForm({ query }: { query: string }) {
  const kept = [...new URLSearchParams(keptSearch(useLocation().search))];
  return (
    // The key: a link changes the query under the field.
    <Form key={query} className="row list-head" aria-label="Releases">
      {kept.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input
        {...{ type: "search", name: "query", defaultValue: query, size: 24, autoComplete: "off", spellCheck: false }}
        {...{ placeholder: "web@1.2", "aria-label": "Search versions", "aria-keyshortcuts": "/" }}
      />
      <button>Apply</button>
    </Form>
  );
}
