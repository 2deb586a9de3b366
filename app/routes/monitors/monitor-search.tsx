import { Form, useLocation } from "react-router";
import { keptSearch } from "#app/ui/scope.ts";

/** A part of the name or slug, as a GET form. */
export function MonitorSearch({ query }: { query: string }) {
  const kept = [...new URLSearchParams(keptSearch(useLocation().search))];
  return (
    <Form key={query} className="row" aria-label="Monitors">
      {kept.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input
        {...{ type: "search", name: "query", defaultValue: query, size: 24, autoComplete: "off", spellCheck: false }}
        {...{ placeholder: "backup", "aria-label": "Search monitors", "aria-keyshortcuts": "/" }}
      />
      <button>Apply</button>
    </Form>
  );
}
