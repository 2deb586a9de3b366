import { href, Link } from "react-router";
import { scopeOf } from "#app/ui/format/scope.ts";
import { SearchHints } from "#app/ui/search-hints.tsx";
import type { SearchHint } from "#server/domain/search/value-hints.ts";

type Props = {
  project: string;
  hasEvents: boolean;
  query: string;
  /** The next page continues the search. */
  isPart: boolean;
  hints: SearchHint[];
  /** Of the page's URL. */
  search: string;
};

/** No data yet, or no matches, with the next step. */
export function NoIssues({ project, hasEvents, query, isPart, hints, search }: Props) {
  if (!hasEvents)
    return (
      <p className="empty">
        No events yet.{" "}
        <Link to={href("/:project/connect", { project })}>Connect an application</Link>. Errors
        appear here within two seconds.
      </p>
    );
  if (isPart)
    return <p className="empty">No matches so far. The next page continues the search.</p>;
  const { environment, since } = scopeOf(search);
  return (
    <div className="empty">
      <p>
        No issues match {query ? <code>{query}</code> : "this"}
        {environment && ` in ${environment}`}
        {since && " in this time range"}. <Link to={{ search: "query=" }}>Show all issues</Link>
      </p>
      <SearchHints hints={hints} of="issue" />
    </div>
  );
}
