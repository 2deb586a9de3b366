import { Form, useLocation } from "react-router";
import { Icon } from "./icon.tsx";

type FindProps = {
  /** What is searched: the form's name. */
  of: string;
  label: string;
  query: string;
  placeholder: string;
  isMisread?: boolean;
};

/** The search box of a list: a GET form that keeps whatever else the URL says. Return sends it. */
export function Find({ of, label, query, placeholder, isMisread = false }: FindProps) {
  const others = [...new URLSearchParams(useLocation().search)].filter(
    ([name]) => name !== "query" && name !== "cursor",
  );
  return (
    // The key: a link changes the query under the field.
    <Form key={query} className="find" role="search" aria-label={of}>
      <Icon name="search" />
      {others.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <input
        {...{
          type: "search",
          name: "query",
          defaultValue: query,
          autoComplete: "off",
          spellCheck: false,
        }}
        {...{ placeholder, "aria-label": label, "aria-keyshortcuts": "/", maxLength: 1000 }}
        {...(isMisread ? { "aria-invalid": true, "aria-describedby": "query-error" } : {})}
      />
    </Form>
  );
}
