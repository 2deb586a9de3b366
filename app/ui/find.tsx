import { Form, useLocation } from "react-router";
import { Icon } from "./icon.tsx";

type FindProps = {
  /** The searched list: the form's name. */
  of: string;
  label: string;
  query: string;
  placeholder: string;
  isMisread?: boolean;
  /** The URL parameter. */
  field?: string;
};

/**
 * The search field of a list: a GET form that keeps all other URL parameters. Return submits it.
 */
export function Find({
  of,
  label,
  query,
  placeholder,
  isMisread = false,
  field = "query",
}: FindProps) {
  const others = [...new URLSearchParams(useLocation().search)].filter(
    ([name]) => name !== field && name !== "cursor",
  );
  return (
    // The key resets the field when a link changes the query.
    <Form key={query} className="find" role="search" aria-label={of} preventScrollReset>
      <Icon name="search" />
      {others.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <input
        {...{
          type: "search",
          name: field,
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
