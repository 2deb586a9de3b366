import { Fragment } from "react";
import { Link, useLocation } from "react-router";
import type { SearchHint } from "#server/domain/search/value-hints.ts";
import { withQuery } from "./form/misread.tsx";

/** Below an empty result: similar values that exist, as searches. */
export function SearchHints({
  hints,
  of,
  field,
}: {
  hints: SearchHint[];
  of: string;
  field?: string;
}) {
  const { search } = useLocation();
  return [...Map.groupBy(hints, ({ typed }) => typed)].map(([typed, each]) => (
    <p key={typed}>
      No {of} has <code>{typed}</code>. Did you mean{" "}
      {each.map(({ instead, query }, at) => (
        <Fragment key={instead}>
          {before(at, each.length)}
          <Link to={{ search: withQuery(search, query, field) }}>
            <code>{instead}</code>
          </Link>
        </Fragment>
      ))}
      ?
    </p>
  ));
}

/** The separator between alternatives. */
function before(at: number, count: number): string {
  if (at === 0) return "";
  if (at < count - 1) return ", ";
  return count === 2 ? " or " : ", or ";
}
